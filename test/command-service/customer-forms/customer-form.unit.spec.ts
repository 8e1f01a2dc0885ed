import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { customerForm, type SubmittedForm } from '#command/customer-forms/customer-form.ts'
import { contentOf } from '#command/customer-forms/form-content.ts'
import { personForms } from '#command/customer-forms/person-forms.ts'
import { submitForm, takeUpForm } from '#command/customer-forms/submit.ts'
import { fold } from '#kernel/domain/aggregate.ts'
import type { CustomerFormEvent, PersonFormsEvent } from '#kernel/events/customer-form.ts'
import { cover } from '#test/support/cover.ts'
import { rejectionOf, specificationOf } from '#test/support/decider-spec.ts'

const companyId = 'c0ffee000000000000000001'
const [first = '', second = '', third = ''] = ['1', '2', '3'].map((end) => end.padStart(24, 'f'))

const form: SubmittedForm = {
  companyId,
  formId: first,
  forms: 'personForms-1',
  personRef: 'ref-1',
  submittedAt: '2026-11-20T09:45:00.123Z',
  ...contentOf({ idNo: '10000000146', nameSurname: 'Ayşe Işık' }),
}
const submitted: CustomerFormEvent = { type: 'FormSubmitted', data: form }

describe('a form', () => {
  const given = specificationOf(customerForm)
  const nothing = {
    companyId,
    formId: first,
    isApproval: false,
    isSigned: false,
    masakStatus: 0,
    rejected: false,
    deleted: false,
    approvedAt: null,
    signedAt: null,
  }
  const decided = (changes: Partial<typeof nothing>): CustomerFormEvent => ({
    type: 'FormDecided',
    data: { ...nothing, ...changes },
  })

  test('is submitted', () => given().when(submitForm(form)).records(submitted))
  test('is submitted once', () => given(submitted).when(submitForm(form)).recordsNothing())
  test.each([
    ['pending', decided({})],
    ['pending', decided({ isSigned: true, masakStatus: 1 })],
    ['approved', decided({ isApproval: true })],
    ['rejected', decided({ rejected: true })],
    ['rejected', decided({ rejected: true, isApproval: true })],
    ['deleted', decided({ deleted: true, isApproval: true })],
  ] as const)('is %s after a decision', (status, decision) => {
    expect(fold(customerForm, [submitted, decision]).status).toBe(status)
  })
  test('has the state of the last decision', () => {
    const history = [submitted, decided({ isApproval: true }), decided({})]
    expect(fold(customerForm, history).status).toBe('pending')
  })
  test('waits from its submission on, with its content unchanged', () => {
    expect(fold(customerForm, [submitted])).toEqual({ status: 'pending', form })
    const approved = fold(customerForm, [submitted, decided({ isApproval: true })])
    expect(approved).toEqual({ status: 'approved', form })
  })
  test('that was never submitted cannot have been decided on', () => {
    expect(() => fold(customerForm, [decided({})])).toThrow('never submitted')
  })
})

describe('a person’s forms', () => {
  const given = specificationOf(personForms)
  const takenUp = (formId: string): PersonFormsEvent => ({
    type: 'FormTakenUp',
    data: { companyId, formId },
  })
  const takeUp = (formId: string, ...settled: readonly string[]) =>
    takeUpForm({ companyId, formId, settled })
  const duplicate = (existingId: string) => ({ field: 'data.idNo', rule: 'duplicate', existingId })

  test('the first one is accepted', () => given().when(takeUp(first)).records(takenUp(first)))
  test('one is accepted once', () => given(takenUp(first)).when(takeUp(first)).recordsNothing())
  test('one that was accepted is not accepted again after another one', () =>
    given(takenUp(first), takenUp(second)).when(takeUp(first)).recordsNothing())
  test('a second one waits until the first is settled', () =>
    given(takenUp(first)).when(takeUp(second)).rejects('CONFLICT', duplicate(first)))
  test('a second one is accepted when the first is settled', () =>
    given(takenUp(first)).when(takeUp(second, first)).records(takenUp(second)))
  test('one that was accepted meanwhile blocks the next', () =>
    given(takenUp(first), takenUp(second))
      .when(takeUp(third, first))
      .rejects('CONFLICT', duplicate(second)))
  test('an old one that is open again blocks the next', () =>
    given(takenUp(first), takenUp(second))
      .when(takeUp(third, second))
      .rejects('CONFLICT', duplicate(first)))

  test('of a person with very many forms the newest 25 are kept', () => {
    const ids = Array.from({ length: 30 }, (_, number) => `${number}`)
    expect(fold(personForms, ids.map(takenUp))).toEqual(ids.slice(5))
  })

  test('in any order of commands, at most one form is pending', () => {
    const attempt = fc.record({ form: fc.nat(9), settle: fc.option(fc.nat(9)) })
    const cases = cover('taken up', 'refused')
    cases.assert(
      fc.property(fc.array(attempt, { maxLength: 40 }), (attempts) => {
        const settled = new Set<string>()
        const history: PersonFormsEvent[] = []
        for (const { form: number, settle } of attempts) {
          const command = takeUp(`${number}`, ...settled)
          const refused = rejectionOf(() => {
            history.push(...command(fold(personForms, history)))
          })
          cases.count('refused', refused !== undefined)
          if (settle !== null) settled.add(`${settle}`)
        }
        cases.count('taken up', history.length > 1)
        const pendingAtOnce = history.filter(({ data }) => !settled.has(data.formId))
        expect(pendingAtOnce.length).toBeLessThanOrEqual(1)
        expect(new Set(history.map(({ data }) => data.formId)).size).toBe(history.length)
      }),
      { atLeast: 3 },
    )
  })
})
