import type { Decider } from '#kernel/domain/decider.ts'
import { reject } from '#kernel/domain/rejection.ts'
import type { PersonFormsEvent } from '#kernel/events/customer-form.ts'

const MOST_KEPT = 25

type TakeUpForm = {
  readonly type: 'TakeUpForm'
  readonly companyId: string
  readonly formId: string
  /** Those of the person's forms that were looked at and are not pending. */
  readonly settled: readonly string[]
}

export type PersonFormsCommand = TakeUpForm

/** The forms that were taken up, by their ids; of very many the newest. */
export type PersonForms = readonly string[]

/** A form comes into being here, and only while no other one of the person is pending. */
export const personForms: Decider<PersonFormsCommand, PersonFormsEvent, PersonForms> = {
  initial: [],

  decide({ companyId, formId, settled }, forms) {
    if (forms.includes(formId)) return []
    const pending = forms.findLast((id) => !settled.includes(id))
    if (pending !== undefined) return refuseDuplicate(pending)
    return [{ type: 'FormTakenUp', data: { companyId, formId } }]
  },

  evolve(forms, { data: { formId } }) {
    return [...forms, formId].slice(-MOST_KEPT)
  },
}

export const refuseDuplicate = (existingId: string) =>
  reject('CONFLICT', 'There is a form of this identity number that waits for approval.', [
    { field: 'data.idNo', rule: 'duplicate', existingId },
  ])
