import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, test, vi } from 'vitest'
import { dayIn, yearOf } from '#kernel/domain/calendar-day.ts'
import { type System, withSystem } from '#kernel/platform/cli/connections.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { destroyKeys } from '#kernel/platform/vault/destroy-keys.ts'
import { untilShown } from '#operator/forget-person/emptied-tables.ts'
import { dueNow, endRetention, type Listener } from '#operator/retention/run.ts'
import type { DueKey } from '#operator/retention/sealed-data.ts'
import { audit, variablesOf as auditorsVariables, linesIn } from '#test/audit/auditing.ts'
import { shopDealer } from '#test/audit/business.ts'
import * as forms from '#test/support/forms.ts'
import * as invoices from '#test/support/invoices.ts'
import { DAY_MS, operatorIsAhead } from '#test/support/operators-clock.ts'
import { differences } from '#test/support/read-model-fold.ts'
import { check } from '#test/support/sanction-checks.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Dealer, recordId } from '#test/support/system-dealer.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { createdIn, fromBank, manual, OTHER_PERSON, PERSON } from '#test/support/vouchers.ts'
import { operator, operatorProcess, startOperator } from '../command-line.ts'

const addresses = systemForThisFile()
const NAME = 'Ayşe Kanarya'
const periods = { fiscalYears: 10, masakYears: 8 }

const variables = (file: string) => ({
  DATABASE_URL: addresses.databaseUrl,
  EVENTSTORE_URL: addresses.eventStoreUrl,
  VAULT_KEY: addresses.vaultKey,
  DESTROYED_KEYS: file,
})

const onSystem = <Result>(work: (system: System) => Promise<Result>) => {
  const vaultKey = Buffer.from(addresses.vaultKey, 'hex')
  const { databaseUrl, eventStoreUrl } = addresses
  const rest = { integratorUrl: null, attemptDeadlineSeconds: null }
  return withSystem({ databaseUrl, eventStoreUrl, vaultKey, ...rest }, work, 'end of a retention')
}

/** Receives what is ended. */
function listening() {
  const ended: DueKey[] = []
  const listener: Listener = {
    reading: () => undefined,
    read: () => undefined,
    found: () => undefined,
    ended: (due) => {
      ended.push(due)
      return Promise.resolve()
    },
  }
  return { ended, listener }
}

const orderAt = ({ companyId }: Dealer, year: number) => ({
  companyId,
  periods,
  now: Date.parse(`${year}-06-01T00:00:00Z`),
})

/** The purposes of the keys that are due in the middle of a year. */
const dueIn = (dealer: Dealer, year: number) =>
  onSystem(async (system) => {
    const due = await dueNow(system, orderAt(dealer, year), listening().listener)
    return due.map(({ purpose }) => purpose).toSorted()
  })

const endIn = (dealer: Dealer, year: number, file: string) =>
  onSystem(async (system) => {
    const { ended, listener } = listening()
    const position = await endRetention(system, orderAt(dealer, year), { file, listener })
    if (position !== undefined) await untilShown(system.pool, position)
    return ended
  })

/** A record of every kind, today. */
async function everythingAbout({ api, ...dealer }: Dealer, idNo: string) {
  const at = new Date().toISOString()
  await dealer.import(
    { kind: 'customer', data: { id: recordId(), idNo, nameSurname: NAME, lastDate: at } },
    {
      kind: 'customerEvent',
      data: { id: recordId(), eventDate: at, idNo, recordLevel: 3, comment: NAME },
    },
    {
      kind: 'idvSession',
      data: { id: recordId(), idNo, createdAt: at, updatedAt: at, dataSet: { NAME } },
    },
  )
  await check(api, { idNo, fullName: NAME })
  expect((await api.post('/v1/customers', forms.person({ idNo, nameSurname: NAME }))).status).toBe(
    201,
  )
  const paid = await dealer.transaction({ idNo, nameSurname: NAME, transactionDate: at })
  createdIn(await api.post('/v1/expenses', fromBank(paid, { idNo })))
  const named = { idNo, customerInfo: { nameSurname: NAME }, description: NAME }
  const { id } = createdIn(await api.post('/v1/expenses', manual(named)))
  const sold = invoices.manual({ idNo, nameSurname: NAME, description: NAME })
  invoices.createdIn(await invoices.create(api, sold))
  return id
}

const lists = [
  '/v1/customers',
  '/v1/expenses',
  '/v1/invoices',
  '/v1/bank-transactions',
  '/v1/compliance/customer-events',
  '/v1/compliance/sanction-checks',
]

const answerOf = async ({ api }: Dealer, path: string) =>
  JSON.stringify((await api.get(`${path}?pageSize=100`)).data)

const shownIn = async (dealer: Dealer) =>
  (await Promise.all(lists.map((path) => answerOf(dealer, path)))).join()

const Exported = Compile(
  Type.Object({
    records: Type.Record(Type.String(), Type.Array(Type.Unknown())),
    erasedEvents: Type.Integer(),
  }),
)

/** What the person gets to see. */
async function exported({ companyId }: Dealer) {
  const out = join(await temporaryFolder('operator'), 'person')
  const call = ['export-person', '--company', companyId, '--id-no', PERSON, '--out', out]
  const { stderr, exitCode } = await operator(call, auditorsVariables(addresses))
  if (exitCode !== 0) throw new Error(stderr)
  const json = Exported.Parse(JSON.parse(await readFile(join(out, 'person.json'), 'utf8')))
  return { json, html: await readFile(join(out, 'person.html'), 'utf8') }
}

test('keys are destroyed when their retention has ended, documents after the account, and everything still agrees', async () => {
  const dealer = await shopDealer(addresses)
  const file = join(await temporaryFolder('operator'), 'destroyed-keys.ndjson')
  await everythingAbout(dealer, PERSON)
  const year = yearOf(dayIn('Europe/Istanbul', Date.now()))

  expect(await dueIn(dealer, year + 7)).toEqual([])
  expect(await dueIn(dealer, year + 10)).toEqual(['customer'])
  expect(await dueIn(dealer, year + 11)).toEqual(['customer', 'fiscal'])

  const accounts = await endIn(dealer, year + 10, file)
  expect(accounts.map(({ purpose }) => purpose)).toEqual(['customer'])
  expect(await answerOf(dealer, '/v1/customers')).toContain('"forgotten":true')
  expect(await shownIn(dealer)).toContain(NAME)

  const halfLeft = await exported(dealer)
  expect(halfLeft.html).toContain(NAME)
  expect(halfLeft.json.records['customers']).toMatchObject([{ idNo: null, forgotten: true }])
  expect(halfLeft.json.erasedEvents).toBeGreaterThan(0)

  const documents = await endIn(dealer, year + 11, file)
  const ended = [...accounts, ...documents]
  const kinds = ended.flatMap(({ streams }) => streams.map((stream) => stream.split('-')[0]))
  expect([...new Set(kinds)].toSorted()).toEqual([
    'bankTransaction',
    'customer',
    'customerEvent',
    'customerForm',
    'expenseVoucher',
    'idvSession',
    'invoice',
    'sanctionCheck',
  ])
  const shown = await shownIn(dealer)
  expect(shown).not.toContain(NAME)
  expect(shown).not.toContain(PERSON)
  expect(await endIn(dealer, year + 30, file)).toEqual([])
  const listed = await readFile(file, 'utf8')
  const nothingLeft = await exported(dealer)
  expect(nothingLeft.html).not.toContain(NAME)
  expect(nothingLeft.json.records['expenseVouchers']).toMatchObject([
    { idNo: null },
    { idNo: null },
  ])
  for (const { id } of ended) expect(listed).toContain(id)

  // Within a second every process has dropped the key; then the person gets another key.
  let amount = 4_321
  await vi.waitFor(
    async () => {
      amount += 1
      createdIn(await dealer.api.post('/v1/expenses', manual({ amount })))
      expect(await answerOf(dealer, '/v1/expenses')).toContain(PERSON)
    },
    { timeout: 20_000, interval: 200 },
  )
  await onSystem(async ({ eventStore, vault, databaseUrl }) => {
    expect(await differences({ eventStore, vault, databaseUrl })).toEqual([])
  })
  const verified = await audit(
    ['verify', '--company', dealer.companyId],
    auditorsVariables(addresses),
  )
  expect(verified).toMatchObject({ exitCode: 0 })
  expect(linesIn(verified.stdout)).toMatchObject([{ differences: 0 }])
})

test('a person who is recorded again is kept, and a run that ended between key and event continues', async () => {
  const dealer = await shopDealer(addresses)
  const file = join(await temporaryFolder('operator'), 'destroyed-keys.ndjson')
  const year = yearOf(dayIn('Europe/Istanbul', Date.now()))
  for (const idNo of [PERSON, OTHER_PERSON]) {
    const long = { transactionDate: '2006-05-01T09:00:00Z', idNo, nameSurname: NAME }
    await dealer.transaction(long)
  }
  const due = await onSystem((system) =>
    dueNow(system, orderAt(dealer, year), listening().listener),
  )
  expect(due.map(({ until }) => until)).toEqual(['2017-01-01', '2017-01-01'])

  createdIn(await dealer.api.post('/v1/expenses', manual({ idNo: OTHER_PERSON })))
  const left = await onSystem(async (system) => {
    const still = await dueNow(system, orderAt(dealer, year), listening().listener)
    await destroyKeys(
      system.pool,
      still.map(({ id }) => id),
    )
    return still
  })
  expect(left).toHaveLength(1)
  expect(await endIn(dealer, year, file)).toEqual(left)
  expect(await endIn(dealer, year, file)).toEqual([])
  const transactions = await answerOf(dealer, '/v1/bank-transactions')
  expect(transactions).toContain(OTHER_PERSON)
  expect(transactions).not.toContain(PERSON)
})

test('a run that is killed is run again, and ends each retention once', async () => {
  const dealer = await shopDealer(addresses)
  const { companyId } = dealer
  const file = join(await temporaryFolder('operator'), 'destroyed-keys.ndjson')
  // More lines than pipes hold: the process cannot be done before it is killed.
  const people = 600
  await dealer.import(
    ...Array.from({ length: people }, (_, index) => ({
      kind: 'customer',
      data: {
        id: recordId(),
        idNo: `PASS${1_000 + index}`,
        nameSurname: NAME,
        lastDate: '2010-01-01T00:00:00Z',
      },
    })),
  )
  const call = ['retention', 'run', '--company', companyId]
  const preview = await operatorProcess([...call, '--dry-run'], variables(file))
  expect(linesIn(preview.stdout).at(-1)).toMatchObject({
    dryRun: true,
    persons: people,
    keys: people,
  })

  const killed = startOperator(call, variables(file))
  const exited = once(killed, 'exit')
  void text(killed.stderr)
  let lines = 0
  for await (const _ of createInterface({ input: killed.stdout })) {
    lines += 1
    if (lines === 3) killed.kill('SIGKILL')
  }
  expect((await exited)[1]).toBe('SIGKILL')

  const rest = await operatorProcess(call, variables(file))
  expect(rest).toMatchObject({ exitCode: 0 })
  expect(await answerOf(dealer, '/v1/customers')).not.toContain(NAME)
  const ended = await onSystem(({ eventStore }) => endsIn(eventStore, companyId))
  expect(ended).toHaveLength(people)
  expect(new Set(ended).size).toBe(people)
})

test('a clock that is years ahead on the operator’s machine alone ends nothing', async () => {
  const { companyId, ...dealer } = await shopDealer(addresses)
  const file = join(await temporaryFolder('operator'), 'destroyed-keys.ndjson')
  const data = { id: recordId(), idNo: PERSON, nameSurname: NAME }
  await dealer.import({ kind: 'customer', data })
  operatorIsAhead(40 * 365 * DAY_MS)
  const run = await operator(['retention', 'run', '--company', companyId], variables(file))

  expect(run).toMatchObject({ exitCode: 0 })
  expect(linesIn(run.stdout)).toMatchObject([{ dryRun: false, persons: 0, keys: 0 }])
})

async function endsIn(eventStore: System['eventStore'], companyId: string) {
  const keys: unknown[] = []
  for await (const { type, data, metadata } of eventStore.readLog(START_OF_LOG)) {
    if (type === 'RetentionEnded' && metadata['companyId'] === companyId) keys.push(data['keyIds'])
  }
  return keys.map((ids) => JSON.stringify(ids))
}
