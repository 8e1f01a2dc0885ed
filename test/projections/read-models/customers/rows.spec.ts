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
    entry: recordLevel > 3 ? forgotten : { idNo: '10000000146', comment: null },
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
    session:
      score > 3
        ? forgotten
        : { idNo: '10000000146', dataSet: JSON.stringify({ score, note: 'a\u0000b \ud800' }) },
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
