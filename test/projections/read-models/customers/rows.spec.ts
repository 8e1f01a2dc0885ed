import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentOf } from '#command/customer-forms/form-content.ts'
import { customerEvents } from '#kernel/events/customer.ts'
import { type RegisterEvent, registerEvents } from '#kernel/events/customer-event.ts'
import {
  type CustomerFormEvent,
  customerFormEvents,
  personFormsEvents,
} from '#kernel/events/customer-form.ts'
import { forgotten } from '#kernel/events/event-family.ts'
import { type IdvSessionEvent, idvSessionEvents } from '#kernel/events/idv-session.ts'
import { type Dealer, dealerForThisFile } from '#test/projections/dealer.ts'
import { customerRecorded } from '#test/projections/samples.ts'
import { cover } from '#test/support/cover.ts'
import { differences } from '#test/support/read-model-fold.ts'

const files = dealerForThisFile()

const companyId = randomBytes(12).toString('hex')
const ACCOUNT = 'd'.repeat(24)
const at = '2026-11-20T09:45:00.123Z'

type Decision = Partial<Extract<CustomerFormEvent, { type: 'FormDecided' }>['data']>

const submitted = (formId: string): CustomerFormEvent => ({
  type: 'FormSubmitted',
  data: {
    companyId,
    formId,
    forms: 'personForms-1',
    personRef: 'ref-1',
    submittedAt: '2026-11-20T09:44:00.5Z',
    ...contentOf({ idNo: '10000000146', nameSurname: 'Ayşe Işık', birthday: '1981-02-05' }),
  },
})

const decided = (formId: string, decision: Decision): CustomerFormEvent => ({
  type: 'FormDecided',
  data: {
    companyId,
    formId,
    isApproval: false,
    isSigned: false,
    masakStatus: 0,
    rejected: false,
    deleted: false,
    approvedAt: null,
    signedAt: null,
    ...decision,
  },
})

const registered = (id: string, recordLevel: number): RegisterEvent => ({
  type: 'RegisterEventRecorded',
  data: {
    companyId,
    registerEventId: id,
    customerId: recordLevel % 2 === 0 ? null : ACCOUNT,
    personRef: 'ref-1',
    eventDate: '2026-11-20T09:45:00.5Z',
    recordLevel,
    entry: { idNo: '10000000146', comment: recordLevel > 2 ? 'dikkat' : null },
  },
})

const session = (id: string, score: number): IdvSessionEvent => ({
  type: 'SessionRecorded',
  data: {
    companyId,
    sessionId: id,
    personRef: 'ref-1',
    createdAt: '2026-11-20T09:45:00Z',
    updatedAt: at,
    session: { idNo: '10000000146', dataSet: JSON.stringify({ score, note: 'a\u0000b \ud800' }) },
  },
})

const step = fc.record({
  what: fc.constantFrom('submit', 'takeUp', 'decide', 'decide', 'register', 'session', 'account'),
  pick: fc.nat(4),
  value: fc.nat(4),
  /** The writer's clock may stand still and go back. */
  millisecond: fc.nat(30),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

async function take(
  dealer: Dealer,
  run: string,
  { what, pick, value, millisecond }: Step,
  forms: Set<string>,
) {
  const id = `${run}.${pick}`
  const when = { companyId, at: `2026-11-20T09:45:00.${String(100 + millisecond)}Z` }
  if (what === 'register') return dealer.write(registerEvents, id, registered(id, value), when)
  if (what === 'account') {
    const recorded = customerRecorded({ customerId: ACCOUNT, personRef: 'another' })
    return dealer.write(customerEvents, ACCOUNT, recorded, when)
  }
  if (what === 'session') return dealer.write(idvSessionEvents, id, session(id, value), when)
  if (what === 'submit') {
    if (forms.has(id)) return undefined
    forms.add(id)
    return dealer.write(customerFormEvents, id, submitted(id), when)
  }
  if (!forms.has(id)) return undefined
  if (what === 'takeUp') {
    const takenUp = { type: 'FormTakenUp', data: { companyId, formId: id } } as const
    return dealer.write(personFormsEvents, run, takenUp, when)
  }
  const decision = {
    isApproval: value === 1,
    rejected: value === 2,
    deleted: value === 3,
    isSigned: pick > 1,
    approvedAt: value === 1 ? at : null,
  }
  return dealer.write(customerFormEvents, id, decided(id, decision), when)
}

test('after any events of forms, the register and sessions the tables equal the log', async () => {
  let runs = 0
  const cases = cover('submit', 'takeUp', 'decide', 'register', 'session', 'account')
  await cases.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      runs += 1
      const forms = new Set<string>()
      for (const each of steps) {
        const written = await take(files.now, `run${runs}`, each, forms)
        cases.count(each.what, written !== undefined)
      }
      expect(await differences(files.now)).toEqual([])
    }),
    { numRuns: 8 },
  )
})

test('a form is shown from its acceptance on, with its decisions', async () => {
  const { now: dealer } = files
  const own = randomBytes(12).toString('hex')
  const id = 'form-1'
  const write = (event: CustomerFormEvent) =>
    dealer.write(customerFormEvents, id, event, { companyId: own, at })
  const shown = async () => {
    expect(await differences(dealer)).toEqual([])
    const query = 'select * from read_model.customer_form where id = $1'
    return (await dealer.rows(query, [id]))[0]
  }

  await write(submitted(id))
  expect(await shown()).toMatchObject({ visible: false, created_at: '1795167840500000' })
  await dealer.write(
    personFormsEvents,
    'p1',
    { type: 'FormTakenUp', data: { companyId: own, formId: id } },
    { companyId: own, at },
  )
  expect(await shown()).toMatchObject({ visible: true, updated_at: '1795167840500000' })
  await write(decided(id, { isSigned: true, signedAt: at }))
  await write(decided(id, { isApproval: true }))
  expect(await shown()).toMatchObject({ is_approval: true, updated_at: '1795167900123001' })
  await write(decided(id, { deleted: true }))
  expect(await shown()).toMatchObject({ deleted: true, left_at: '1795167900123000' })
  await write(decided(id, { isApproval: true }))
  expect(await shown()).toMatchObject({ deleted: false, left_at: null })
})

test('of a forgotten person only impersonal data is left', async () => {
  const { now: dealer } = files
  const id = 'forgotten-1'
  const when = { companyId, at }
  const form = submitted(id)
  const entry = registered(id, 4)
  const seen = session(id, 1)
  if (form.type !== 'FormSubmitted') throw new Error('a form is submitted')

  await dealer.write(
    customerFormEvents,
    id,
    { ...form, data: { ...form.data, person: forgotten } },
    when,
  )
  await dealer.write(
    registerEvents,
    id,
    { ...entry, data: { ...entry.data, entry: forgotten } },
    when,
  )
  await dealer.write(
    idvSessionEvents,
    id,
    { ...seen, data: { ...seen.data, session: forgotten } },
    when,
  )

  expect(await differences(dealer)).toEqual([])
  const rowOf = (table: string) =>
    dealer.rows(`select * from read_model.${table} where id = $1`, [id])
  expect(await rowOf('customer_form')).toMatchObject([{ id_no: null, name_surname: null }])
  expect(await rowOf('customer_event')).toMatchObject([{ id_no: null, record_level: 4 }])
  expect(await rowOf('idv_session')).toMatchObject([{ id_no: null, data_set: null }])
})
