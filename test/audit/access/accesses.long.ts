import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { EventStoreDBClient } from '@eventstore/db-client'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { accessStream } from '#audit/access/access-log.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Dealer, newDealer } from '#test/support/system-dealer.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { createdIn, manual, PERSON } from '#test/support/vouchers.ts'
import { withLog } from '#test/support/with-log.ts'
import { auditorOf, linesIn } from '../auditing.ts'
import { auditPageForThisFile, recordPath, visitor } from '../page/running-page.ts'

const system = systemForThisFile()
let passedMs = 0
const page = auditPageForThisFile(system, {}, () => Date.now() + passedMs)
const auditor = auditorOf(system)

const Access = Compile(
  Type.Object({
    type: Type.String(),
    actor: Type.Object({ kind: Type.String(), id: Type.String() }),
    requestId: Type.Union([Type.String(), Type.Null()]),
    data: Type.Record(Type.String(), Type.Unknown()),
  }),
)

async function accessesTo({ companyId }: Dealer, ...more: readonly string[]) {
  const { stdout, stderr } = await auditor.run('accesses', ['--company', companyId, ...more])
  expect(stderr).toBe('')
  return linesIn(stdout).map((line) => Access.Parse(line))
}

const bought = async ({ api }: Dealer, fields = {}) =>
  createdIn(await api.post('/v1/expenses', manual(fields)))

async function signedIn(dealer: Dealer) {
  const visiting = visitor(page.url)
  await visiting.signIn(dealer.credentials)
  return visiting
}

const nothing = { noun: null, recordId: null, question: null }

test('accesses from the page and from the command line are in the log', async () => {
  const dealer = await newDealer(system)
  const { companyId, credentials } = dealer
  const { id } = await bought(dealer)
  const visiting = await signedIn(dealer)
  await visiting.post('/audit/find', { value: PERSON })
  await visiting.get(recordPath('expense-voucher', id))
  await visiting.get(`${recordPath('expense-voucher', id)}/changes`)
  await visiting.post('/audit/evidence')
  await auditor.run('find', [PERSON, '--company', companyId])
  await auditor.run('history', ['expense-voucher', id])
  await auditor.run('state', ['expense-voucher', id])
  const out = join(await temporaryFolder('operator'), 'evidence')
  await auditor.run('export', ['--company', companyId, '--from', '2026-01-01', '--out', out])

  const accesses = await accessesTo(dealer)
  const question = expect.stringMatching(/^[0-9a-f]{40}$/)
  const voucher = { noun: 'expense-voucher', recordId: id, question: null }
  expect(accesses.map(({ type, data }) => [type, data])).toEqual([
    ['RecordAccessed', { ...nothing, what: 'sign-in' }],
    ['RecordAccessed', { ...nothing, what: 'find', question }],
    ['RecordAccessed', { ...voucher, what: 'time line' }],
    ['RecordAccessed', { ...voucher, what: 'changes' }],
    ['EvidenceExported', { from: null, to: null }],
    ['RecordAccessed', { ...nothing, what: 'find', question }],
    ['RecordAccessed', { ...voucher, what: 'history' }],
    ['RecordAccessed', { ...voucher, what: 'state' }],
    ['EvidenceExported', { from: '2026-01-01', to: null }],
    ['RecordAccessed', { ...nothing, what: 'accesses' }],
  ])
  const onPage = { actor: { kind: 'apiUser', id: credentials.apiUserId } }
  const ofUser = { actor: { kind: 'operator', id: userInfo().username }, requestId: null }
  expect(accesses.slice(0, 5)).toMatchObject(Array.from({ length: 5 }, () => onPage))
  expect(accesses.slice(5)).toMatchObject(Array.from({ length: 5 }, () => ofUser))
  expect(accesses[2]?.requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(JSON.stringify(accesses)).not.toContain(PERSON)
})

test('accesses are found by record, by period and by the value that was searched for', async () => {
  const dealer = await newDealer(system)
  const [one, other] = [await bought(dealer), await bought(dealer, { amount: 800 })]
  await auditor.run('history', ['expense-voucher', one.id])
  await auditor.run('history', ['expense-voucher', other.id])
  await auditor.run('find', [` ${one.serial} ${one.number}`])
  const whats = (accesses: Awaited<ReturnType<typeof accessesTo>>) =>
    accesses.map(({ data }) => data['what'])

  expect(whats(await accessesTo(dealer, '--record', one.id))).toEqual(['history', 'accesses'])
  const asked = await accessesTo(dealer, '--question', `${one.serial}-${one.number}`)
  expect(whats(asked)).toEqual(['find', 'accesses'])
  expect(await accessesTo(dealer, '--from', '2020-01-01', '--to', '2020-02-01')).toEqual([])
})

test('a search that finds nothing anywhere is recorded too', async () => {
  const value = `nobody ${Math.random()}`
  const { exitCode } = await auditor.run('find', [value])
  expect(exitCode).toBe(1)
  const { stdout } = await auditor.run('accesses', ['--company', 'system', '--question', value])
  expect(linesIn(stdout)).toMatchObject([
    { data: { what: 'find' } },
    { data: { what: 'accesses' } },
  ])
})

test('all accesses at the same moment are recorded', async () => {
  const dealer = await newDealer(system)
  const visiting = await signedIn(dealer)
  const values = Array.from({ length: 8 }, (_, place) => `value ${place}`)
  await Promise.all(values.map((value) => visiting.post('/audit/find', { value })))
  expect(await accessesTo(dealer)).toHaveLength(10)
})

test('sixty looks of one auditor at one page within a minute are one access', async () => {
  const dealer = await newDealer(system)
  const { id } = await bought(dealer)
  const visiting = await signedIn(dealer)
  const path = recordPath('expense-voucher', id)
  const looks = Array.from({ length: 60 }, (_, look) =>
    visiting.get(look % 2 === 0 ? path : `${path}/changes`),
  )
  const shown = (await Promise.all(looks)).filter(({ status }) => status === 200)
  expect(shown.length).toBeGreaterThan(0)
  const whats = async () =>
    (await accessesTo(dealer, '--record', id)).map(({ data }) => data['what'])
  expect((await whats()).toSorted()).toEqual(['accesses', 'changes', 'time line'])

  passedMs += 60_000
  await visiting.get(path)
  const again = ['accesses', 'accesses', 'changes', 'time line', 'time line']
  expect((await whats()).toSorted()).toEqual(again)
})

test('another auditor who looks at the same page is another access', async () => {
  const dealer = await newDealer(system)
  const { id } = await bought(dealer)
  const second = {
    apiUserId: `second-${dealer.companyId}`,
    secretKey: randomBytes(24).toString('hex'),
  }
  const validUntil = '2099-01-01T00:00:00Z'
  await dealer.import({ kind: 'apiKey', data: { ...second, validUntil, rights: ['audit'] } })
  for (const credentials of [dealer.credentials, second]) {
    const visiting = await signedIn({ ...dealer, credentials })
    expect((await visiting.get(recordPath('expense-voucher', id))).status).toBe(200)
  }
  expect(await accessesTo(dealer, '--record', id)).toHaveLength(3)
})

test('an access that cannot be recorded shows nothing', async () => {
  const dealer = await newDealer(system)
  const { id } = await bought(dealer)
  const visiting = await signedIn(dealer)
  await closeAccessesOf(dealer)

  const shown = await visiting.get(recordPath('expense-voucher', id))
  expect(shown.status).toBe(503)
  expect(shown.page).toContain('what is not recorded is not shown')
  expect(shown.page).not.toContain('Yılmaz')
  expect((await visiting.post('/audit/find', { value: PERSON })).status).toBe(503)
  expect((await visiting.post('/audit/evidence')).status).toBe(503)
  expect(page.log()).toContain('an access cannot be recorded')

  const refused = await auditor.run('history', ['expense-voucher', id])
  expect(refused).toMatchObject({ stdout: '', exitCode: 1 })
  expect(refused.stderr).toMatch(/^Nothing is shown, because the access cannot be recorded: .+\n$/)
})

test('a forged access is shown as unreadable', async () => {
  const dealer = await newDealer(system)
  await accessesTo(dealer)
  const stream = accessStream(dealer.companyId, dayFromNow(0))
  await withLog(system, async ({ eventStore }) => {
    const [genuine] = await eventStore.readStream(stream, { maxCount: 1 })
    const client = EventStoreDBClient.connectionString(system.eventStoreUrl)
    const { type = '', data = {}, metadata = {} } = genuine ?? {}
    await client.appendToStream(stream, [
      { id: crypto.randomUUID(), contentType: 'application/json', type, data, metadata },
    ])
    await client.dispose()
  })
  const { stdout } = await auditor.run('accesses', ['--company', dealer.companyId])
  expect(linesIn(stdout)).toMatchObject([
    { data: { what: 'accesses' } },
    { unreadable: expect.stringContaining('no valid MAC') },
    { data: { what: 'accesses' } },
  ])
})

const DAY_MS = 86_400_000

const dayFromNow = (days: number) =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length)

/** Nothing can be appended to them any more, today and, should midnight come, tomorrow. */
async function closeAccessesOf({ companyId }: Dealer) {
  const client = EventStoreDBClient.connectionString(system.eventStoreUrl)
  for (const day of [dayFromNow(0), dayFromNow(1)]) {
    await client.tombstoneStream(accessStream(companyId, day))
  }
  await client.dispose()
}
