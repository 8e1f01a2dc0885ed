import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Parse } from 'typebox/value'
import { expect, test, vi } from 'vitest'
import { consolePages } from '#audit/console/pages.ts'
import { keepVerdict } from '#audit/verification/verifications.ts'
import { productVersion } from '#kernel/platform/process/product-version.ts'
import { statusCommand } from '#projections/cli/status-command.ts'
import { terminalOf } from '#test/projections/cli/terminal.ts'
import { webhooksOf } from '#test/publishing/webhooks/operator.ts'
import { receiverForThisTest } from '#test/publishing/webhooks/receiver.ts'
import { accountIn, query } from '#test/support/banks.ts'
import { bankBooking } from '#test/support/little-bank.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { PATH as CHECKS, check } from '#test/support/sanction-checks.ts'
import { importList, listOf } from '#test/support/sanction-lists.ts'
import { customerOfLittleBank, listed } from '#test/support/set-aside.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { dataOf } from '#test/support/system-client.ts'
import { type Dealer, newDealer, recordId } from '#test/support/system-dealer.ts'
import { OTHER_PERSON } from '#test/support/vouchers.ts'
import { webhookService } from '#test/system/monitoring/webhook-service.ts'
import { auditPageForThisFile, visitor } from '../page/running-page.ts'

const system = systemForThisFile()
const page = auditPageForThisFile(system)

async function consoleOf({ credentials }: Pick<Dealer, 'credentials'>) {
  const owner = visitor(page.url, {}, 'console')
  await owner.signIn(credentials)
  return async (path: string) => {
    const answer = await owner.get(`/console/${path}?lang=en`)
    expect(answer.status).toBe(200)
    return answer.page
  }
}

/** The cells of a row of a table, by what is in its first. */
const rowOf = (shown: string, name: string) =>
  shown
    .split('<tr>')
    .filter((row) => row.includes(`<th scope="row">${name}`))
    .flatMap((row) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell))

const figure = (shown: string, name: string) =>
  Number(new RegExp(`<dt>${name}</dt><dd>([\\d,]+)</dd>`).exec(shown)?.[1]?.replaceAll(',', ''))

test('compliance shows the list in use, and today’s checks as the API lists them', async () => {
  const dealer = await newDealer(system)
  const name = `Gülşah Öz${recordId().slice(0, 6)}`
  const { exitCode } = await importList(system, 'wanted', listOf({ id: 'w-1', name }))
  expect(exitCode).toBe(0)
  await check(dealer.api, { fullName: name, options: { wantedQuery: true } })
  await check(dealer.api, { fullName: 'Nobody Known' })
  const shown = await (await consoleOf(dealer))('compliance')
  const { meta } = await dealer.api.get(CHECKS)
  expect(figure(shown, 'Checks')).toBe(meta?.total)
  expect(figure(shown, 'With matches')).toBe(1)
  expect(rowOf(shown, name).slice(0, 3)).toEqual(['0', '1', '0'])
  const [version, entries, skipped] = rowOf(shown, 'Wanted persons')
  expect(version).toMatch(/^\d{4}-\d{2}-\d{2}-[0-9a-f]{12}$/)
  expect([entries, skipped]).toEqual(['1', '0'])
  const other = await (await consoleOf(await newDealer(system)))('compliance')
  expect(figure(other, 'Checks')).toBe(0)
  expect(other).not.toContain(name)
})

test('compliance shows whose level changed, and not whose stayed', async () => {
  const dealer = await newDealer(system)
  const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const event = (idNo: string, recordLevel: number, eventDate: string) => ({
    kind: 'customerEvent',
    data: { id: recordId(), idNo, recordLevel, eventDate, comment: 'x' },
  })
  const person = (idNo: string, nameSurname: string) => ({
    kind: 'customer',
    data: { id: recordId(), idNo, nameSurname },
  })
  await dealer.import(
    person('10000000146', 'Ayşe Işık'),
    person(OTHER_PERSON, 'Mehmet Şimşek'),
    event('10000000146', 1, day(40)),
    event('10000000146', 3, day(3)),
    event('10000000146', 3, day(2)),
    event(OTHER_PERSON, 2, day(50)),
    event(OTHER_PERSON, 2, day(1)),
  )
  const shown = await (await consoleOf(dealer))('compliance')
  expect(rowOf(shown, 'Ayşe Işık').slice(0, 2)).toEqual(['normal', 'risky'])
  expect(shown.match(/Ayşe Işık/g)).toHaveLength(1)
  expect(shown).not.toContain('Mehmet Şimşek')
})

test('banks shows each account as the API does, and the bookings that wait', async () => {
  const customer = await customerOfLittleBank(system)
  const readConsole = await consoleOf(customer)
  expect(await readConsole('banks')).toContain('No booking waits for a person.')
  customer.bank.book(bankBooking('R-1', { islTtr: 'much' }), bankBooking('R-2'))
  await query(customer.api)
  const shown = await readConsole('banks')
  const account = accountIn(await customer.api.get(`/v1/bank-accounts/${customer.bankAccountId}`))
  const [iban, currency, asked, unreadable, contradicts] = rowOf(shown, account.name)
  expect([iban, currency]).toEqual([account.iban ?? '—', account.currency])
  const { lastQueriedAt } = account
  expect(asked).toContain(lastQueriedAt === null ? 'never' : `datetime="${lastQueriedAt}"`)
  const waiting = await listed(system, customer.companyId)
  const reasons = waiting.map(({ reason }) => reason)
  const counted = (reason: string) => String(reasons.filter((one) => one === reason).length)
  expect([unreadable, contradicts]).toEqual([counted('unreadable'), counted('contradicts')])
  for (const { id } of waiting) expect(rowOf(shown, `<code>${id}`)).toHaveLength(5)
  expect(shown).toContain('/docs/guide/operations#bookings-that-were-set-aside')
  const accounts = await customer.api.get('/v1/bank-accounts?pageSize=100')
  const listedNames = dataOf(Type.Array(Type.Object({ name: Type.String() })), accounts)
  for (const { name } of listedNames) expect(rowOf(shown, name)).not.toEqual([])
})

const Status = Compile(
  Type.Object({ state: Type.String(), version: Type.String(), lagEvents: Type.Integer() }),
)

test('system shows the state of the tables as `projections status` does', async () => {
  const dealer = await newDealer(system)
  const vaultKey = Buffer.from(system.vaultKey, 'hex')
  const readConsole = await consoleOf(dealer)
  const status = async () =>
    Status.Parse((await terminalOf({ ...system, vaultKey })(statusCommand)).line)
  // The sign-in is an event, which the tables have a moment later.
  await vi.waitFor(async () => expect((await status()).lagEvents).toBe(0), {
    timeout: LONGEST_WAIT_MS,
  })
  const { state, version, lagEvents } = await status()
  const shown = await readConsole('system')
  expect(shown).toContain('Nothing is wrong, and this was never done: ')
  expect(shown).toContain('<p>not installed</p>')
  expect(shown).toContain(`<strong>${state}</strong>`)
  expect(shown).toContain(`<dt>Tables</dt><dd>${version}</dd>`)
  expect(figure(shown, 'Events behind the log')).toBe(lagEvents)
  expect(shown).toContain(`<dt>Sarraf</dt><dd>${productVersion}</dd>`)
  expect(figure(shown, 'Events in the chain')).toBeGreaterThan(0)
})

test('system is red where a verification found differences, for that company alone', async () => {
  const dealer = await newDealer(system)
  const nothing = { signatures: 0, signedUpTo: 0, keyIds: [], signatureFault: null }
  await keepVerdict(system.databases.auditor, dealer.companyId, {
    events: 1234,
    rows: 99,
    differences: 2,
    chain: 'ok',
    pinned: false,
    position: '7',
    tables: { differences: 2, parkedCompanies: 0 },
    log: { faults: 0 },
    peopleWithTwoNames: 0,
    hashChain: {
      chained: 1,
      differences: 0,
      firstDifference: null,
      ...nothing,
      storedHeadFault: null,
      pinnedUpTo: 0,
      pinFault: null,
    },
  })
  const shown = await (await consoleOf(dealer))('system')
  expect(shown).toContain('Somebody has to act: Verification')
  expect(shown).toContain('<p class="fault"><strong>2 differences</strong></p>')
  const other = await (await consoleOf(await newDealer(system)))('system')
  expect(other).toContain('Nothing is wrong, and this was never done: ')
})

const Endpoints = Type.Array(
  Type.Object({
    id: Type.String(),
    companyId: Type.String(),
    isEnabled: Type.Boolean(),
    waiting: Type.Integer(),
    refused: Type.Integer(),
  }),
)

test('system shows what waits for the endpoints of the company, as `webhooks list` does', async () => {
  const [dealer, other] = [await newDealer(system), await newDealer(system)]
  const accepting = await receiverForThisTest()
  const refusing = await receiverForThisTest((_, response) => void response.writeHead(503).end())
  const gone = await receiverForThisTest((_, response) => void response.writeHead(410).end())
  const [accepted, refused, given] = [accepting, refusing, gone].map(({ url }) => ({
    kind: 'webhookEndpoint',
    data: { endpointId: recordId(), url, eventTypes: ['sarraf.customer.*'] },
  }))
  await dealer.import(...[accepted, refused, given].flatMap((line) => line ?? []))
  await webhookService(system)
  for (const idNo of ['10000000146', OTHER_PERSON]) {
    await dealer.import({ kind: 'customer', data: { id: recordId(), idNo, nameSurname: 'A B' } })
  }
  const vaultKey = Buffer.from(system.vaultKey, 'hex')
  const webhooks = webhooksOf({ ...system, vaultKey })
  const listedEndpoints = async () => Parse(Endpoints, await webhooks('list'))
  await vi.waitFor(
    async () => {
      const all = await listedEndpoints()
      const of = (line?: { data: { endpointId: string } }) =>
        all.find(({ id }) => id === line?.data.endpointId)
      expect(of(accepted)).toMatchObject({ waiting: 0, isEnabled: true })
      expect(of(refused)).toMatchObject({ waiting: 2, refused: 2 })
      expect(of(given)).toMatchObject({ isEnabled: false })
      expect(accepting.received).toHaveLength(2)
    },
    { timeout: LONGEST_WAIT_MS, interval: 50 },
  )
  const shown = await (await consoleOf(dealer))('system')
  const own = (await listedEndpoints()).filter(({ companyId }) => companyId === dealer.companyId)
  const sum = (figures: readonly number[]) => figures.reduce((one, another) => one + another, 0)
  expect(figure(shown, 'Endpoints')).toBe(own.length)
  expect(figure(shown, 'Deliveries that wait')).toBe(sum(own.map(({ waiting }) => waiting)))
  expect(figure(shown, 'Records whose next event was not accepted')).toBe(
    sum(own.map((each) => each.refused)),
  )
  expect(figure(shown, 'Endpoints given up')).toBe(1)
  expect(shown).toMatch(/<dt>Last success<\/dt><dd><time/)
  expect(shown).toContain('Somebody has to act: Webhooks')
  expect(shown).toContain(
    `gets no events any more</strong>: <code>${given?.data.endpointId}</code>`,
  )
  const theirs = await (await consoleOf(other))('system')
  expect(theirs).toContain('No program gets events of the company.')
  expect(theirs).toContain('Nothing is wrong, and this was never done: ')
})

test('no page of the console has an id, a name or a figure of another company', async () => {
  const theirs = `Başkasının Şirketi ${recordId()}`
  const other = await newDealer(system, { company: { title: theirs } })
  const readConsole = await consoleOf(await newDealer(system))
  for (const { path } of consolePages) {
    const shown = await readConsole(path.slice('/console/'.length))
    expect([path, shown.includes(theirs), shown.includes(other.companyId)]).toEqual([
      path,
      false,
      false,
    ])
  }
})
