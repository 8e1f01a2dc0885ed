import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentOf } from '#command/customer-forms/form-content.ts'
import { customerEvents } from '#kernel/events/customer.ts'
import { customerFormEvents, personFormsEvents } from '#kernel/events/customer-form.ts'
import { idvSessionEvents } from '#kernel/events/idv-session.ts'
import { personEvents } from '#kernel/events/person-forgotten.ts'
import { type Dealer, dealerForThisTest } from '#test/projections/dealer.ts'
import { customerRecorded } from '#test/projections/samples.ts'
import { cover } from '#test/support/cover.ts'
import { destroyKeysIn } from '#test/support/destroy-keys.ts'
import { differences } from '#test/support/read-model-fold.ts'

const personRef = 'ref-1'
const PERSON = '10000000146'
const NAME = 'Ayşe Işık'

const step = fc.record({
  what: fc.constantFrom('customer', 'customer', 'submit', 'decide', 'session', 'forget'),
  pick: fc.nat(2),
  /** The writer's clock may stand still and go back. */
  millisecond: fc.nat(30),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** So that no run of random steps is without one of them. */
const everyStep = (['customer', 'submit', 'decide', 'session', 'forget'] as const).map(
  (what): Step => ({ what, pick: 0, millisecond: 0 }),
)

interface Company {
  readonly companyId: string
  readonly forms: Set<string>
}

async function take(
  dealer: Dealer,
  { companyId, forms }: Company,
  { what, pick, millisecond }: Step,
) {
  const id = `${companyId.slice(0, 20)}.${pick}`
  const when = { companyId, at: `2026-11-20T09:45:00.${String(100 + millisecond)}Z` }
  if (what === 'forget') return forget(dealer, when)
  if (what === 'customer') {
    const event = customerRecorded({ companyId, customerId: id, personRef })
    return dealer.write(customerEvents, id, event, when)
  }
  if (what === 'session') {
    const session = { idNo: PERSON, dataSet: JSON.stringify({ name: NAME }) }
    const moments = { createdAt: '2026-11-20T09:45:00Z', updatedAt: '2026-11-20T09:45:00Z' }
    const data = { companyId, sessionId: id, personRef, ...moments, session }
    return dealer.write(idvSessionEvents, id, { type: 'SessionRecorded', data }, when)
  }
  if (forms.has(id)) return what === 'decide' ? decide(dealer, id, when) : undefined
  if (what === 'decide') return undefined
  forms.add(id)
  const content = contentOf({ idNo: PERSON, nameSurname: NAME, birthday: '1981-02-05' })
  const submittedAt = '2026-11-20T09:44:00.5Z'
  const data = { companyId, formId: id, forms: 'personForms-1', personRef, submittedAt, ...content }
  await dealer.write(customerFormEvents, id, { type: 'FormSubmitted', data }, when)
  const takenUp = { type: 'FormTakenUp', data: { companyId, formId: id } } as const
  return dealer.write(personFormsEvents, id, takenUp, when)
}

type When = { readonly companyId: string; readonly at: string }

function decide(dealer: Dealer, formId: string, when: When) {
  const approved = { isApproval: true, isSigned: true, approvedAt: null, signedAt: null }
  const data = { ...approved, formId, masakStatus: 1, rejected: false, deleted: false }
  const { companyId } = when
  const event = { type: 'FormDecided', data: { companyId, ...data } } as const
  return dealer.write(customerFormEvents, formId, event, when)
}

/** As the operator's command: the key first, then the event. The writer is notified somewhat later. */
async function forget(dealer: Dealer, when: When) {
  const { companyId } = when
  const owner = { companyId, purpose: 'customer', person: PERSON } as const
  const { id } = await dealer.vault.keyOf(owner)
  await destroyKeysIn(dealer.databaseUrl, [id])
  const data = { companyId, personRef, keyIds: [id], reason: 'asked for it' }
  const stream = `${companyId}.${personRef}`
  return dealer.write(personEvents, stream, { type: 'PersonForgotten', data }, when)
}

const tables = ['customer', 'customer_form', 'idv_session', 'last_change']

test('whenever a person is forgotten, live tables, a rebuild and a fold of the log agree', async () => {
  const dealer = await dealerForThisTest()
  dealer.project({ maxBatch: 3 })
  const cases = cover('customer', 'submit', 'decide', 'session', 'forget')
  await cases.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }),
      async (steps) => {
        const company = { companyId: randomBytes(12).toString('hex'), forms: new Set<string>() }
        for (const each of steps) {
          const written = await take(dealer, company, each)
          cases.count(each.what, written !== undefined)
        }
        expect(await differences(dealer)).toEqual([])
      },
    ),
    { numRuns: 8, examples: [[everyStep]] },
  )

  await dealer.openVaultAgain()
  dealer.project({ schema: 'rebuilt', maxBatch: 17 })
  await dealer.untilShown({ schema: 'rebuilt' })
  for (const table of tables) {
    const [live, rebuilt] = [`read_model.${table}`, `rebuilt.${table}`]
    const query = `(table ${live} except table ${rebuilt})
      union all (table ${rebuilt} except table ${live})`
    expect(await dealer.rows(query)).toEqual([])
  }
})

test('what is recorded with a key that another process still holds is forgotten, too', async () => {
  const dealer = await dealerForThisTest()
  const companyId = randomBytes(12).toString('hex')
  const when = { companyId, at: '2026-11-20T09:45:00.100Z' }
  const record = (customerId: string) => {
    const event = customerRecorded({ companyId, customerId, personRef })
    return dealer.write(customerEvents, customerId, event, when)
  }
  await record('before')
  await forget(dealer, when)
  await record('after, with the old key')
  await dealer.openVaultAgain()
  await record('again')
  dealer.project()

  expect(await differences(dealer)).toEqual([])
  const query = 'select id, id_no, forgotten from read_model.customer order by id'
  expect(await dealer.rows(query)).toEqual([
    { id: 'after, with the old key', id_no: null, forgotten: true },
    { id: 'again', id_no: PERSON, forgotten: false },
    { id: 'before', id_no: null, forgotten: true },
  ])
})
