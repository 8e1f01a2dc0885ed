import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { audit, projections, variablesOf } from '#test/audit/auditing.ts'
import { operator } from '#test/operator/command-line.ts'
import { cover } from '#test/support/cover.ts'
import { customerLine, registerLine } from '#test/support/customer-lines.ts'
import { person as form } from '#test/support/forms.ts'
import { invoiceLines, invoicingDealer, manual as sale } from '#test/support/invoices.ts'
import { differences } from '#test/support/read-model-fold.ts'
import { systemForThisFile } from '#test/support/system.ts'
import type { Answer } from '#test/support/system-client.ts'
import { type Dealer, recordId } from '#test/support/system-dealer.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { fromBank, manual, templateLine } from '#test/support/vouchers.ts'
import { withLog } from '#test/support/with-log.ts'

const system = systemForThisFile()

const PERSONS = ['10000000146', '39586528950'] as const
const NAME = 'Kanarya Sarıgöz'

/** One who is a customer now and then, under one account and in one session. */
interface Person {
  readonly idNo: string
  readonly customerId: string
  readonly sessionId: string
}

type Deed = (dealer: Dealer, person: Person) => Promise<Answer | void>

const named = ({ idNo }: Person) => ({ idNo, nameSurname: NAME })
const moments = { createdAt: '2026-11-20T09:45:00Z', updatedAt: '2026-11-20T09:45:00Z' }

/** What can be done about a person. A refusal is an answer; a fault of ours throws. */
const deeds = {
  account: (dealer, person) =>
    dealer.import(customerLine({ id: person.customerId, ...named(person), phone: '905551112233' })),
  form: ({ api }, person) => api.post('/v1/customers', form(named(person))),
  formWithKey: ({ api }, person) => {
    const headers = { 'idempotency-key': `form-${person.customerId}` }
    return api.post('/v1/customers', form(named(person)), headers)
  },
  session: (dealer, { idNo, sessionId: id }) =>
    dealer.import({ kind: 'idvSession', data: { id, idNo, ...moments, dataSet: { name: NAME } } }),
  register: (dealer, { idNo }) => dealer.import(registerLine({ idNo, comment: NAME })),
  screening: ({ api }, { idNo }) => api.post('/v1/compliance/sanction-checks', { idNo }),
  voucher: ({ api }, person) =>
    api.post('/v1/expenses', manual({ ...named(person), amount: 900, allowDuplicate: true })),
  voucherOfAccount: ({ api }, { idNo }) =>
    api.post('/v1/expenses', manual({ idNo, amount: 800, isDraft: true, allowDuplicate: true })),
  payment: async (dealer, { idNo }) => {
    const id = await dealer.transaction({ idNo, nameSurname: NAME })
    return dealer.api.post('/v1/expenses', fromBank(id, { idNo }))
  },
  invoice: ({ api }, person) =>
    api.post('/v1/invoices', sale({ ...named(person), amount: 7_500, allowDuplicate: true })),
  check: ({ api }, { idNo }) => api.get(`/v1/customers/check?idNo=${idNo}`),
  search: ({ api }, { idNo }) => api.get(`/v1/customers?q=${idNo}`),
  forget: (dealer, { idNo }) => forget(dealer, idNo),
} satisfies Readonly<Record<string, Deed>>

type DeedName = keyof typeof deeds
const isDeed = (name: string): name is DeedName => name in deeds
const others = Object.keys(deeds).filter(isDeed)

const cases = cover('forgotten')

/** As the operator gives it; of a person who is not known it has nothing to forget. */
async function forget({ companyId }: Dealer, idNo: string) {
  const order = ['--company', companyId, '--id-no', idNo, '--reason', 'asked in writing']
  const { exitCode, stderr } = await operator(['forget-person', ...order], {
    DATABASE_URL: system.databaseUrl,
    EVENTSTORE_URL: system.eventStoreUrl,
    VAULT_KEY: system.vaultKey,
    DESTROYED_KEYS: join(await temporaryFolder('operator'), 'destroyed-keys.ndjson'),
  })
  cases.count('forgotten', exitCode === 0)
  expect([exitCode, stderr]).toEqual(
    exitCode === 0
      ? [0, expect.stringContaining('Backups')]
      : [1, expect.stringContaining('keeps nothing about this person')],
  )
}

const shop = () =>
  invoicingDealer(system, {
    invoice: { minimumAmount: '100.00', identityValidationRequired: false },
    lines: [
      ...invoiceLines(),
      templateLine({ key: 'hurda', statusType: 'expense', isDefault: true }),
    ],
  })

const step = fc.record({
  deed: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...others) },
    { weight: 1, arbitrary: fc.constant('forget' as const) },
  ),
  who: fc.nat(PERSONS.length - 1),
})

const newPersons = () =>
  PERSONS.map((idNo) => ({ idNo, customerId: recordId(), sessionId: recordId() }))

test('each of these actions succeeds for a person who was not forgotten', async () => {
  const dealer = await shop()
  const [person] = newPersons()
  if (person === undefined) throw new Error('there is nobody')
  for (const name of others) {
    // What is imported is there, or the import throws.
    const { status } = (await deeds[name](dealer, person)) ?? { status: 200 }
    // One form of the person waits already.
    const isDone = status < 300 || (name === 'formWithKey' && status === 409)
    expect([name, status, isDone]).toEqual([name, status, true])
  }
})

test('whenever and however often a person is forgotten, all that follows works and the log still holds', async () => {
  await cases.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 30 }), async (history) => {
      const dealer = await shop()
      const persons = newPersons()
      for (const { deed, who } of history) {
        const person = persons[who]
        if (person !== undefined) await deeds[deed](dealer, person)
      }
      expect(await withLog(system, (log) => differences({ ...system, ...log }))).toEqual([])
    }),
    { numRuns: 6, endOnFailure: true, atLeast: 4 },
  )
  const verdict = await audit(['verify'], variablesOf(system))
  expect([verdict.exitCode, verdict.stderr]).toEqual([0, expect.stringContaining('chain')])
  expect(JSON.parse(verdict.stdout)).toMatchObject({ differences: 0 })

  const environment = { ...variablesOf(system), DATABASE_URL: system.databases.projections }
  const rebuilt = await projections(['rebuild'], environment)
  expect([rebuilt.exitCode, rebuilt.stderr]).toEqual([0, expect.any(String)])
  expect(JSON.parse(rebuilt.stdout)).toMatchObject({ outcome: 'switched', differences: 0 })
})
