import type { Decider, Decision } from '#kernel/domain/decider.ts'
import type { PersonFormsEvent } from '#kernel/events/customer-form.ts'

const MOST_KEPT = 25

/** The forms that were taken up, by their ids; of very many the newest. */
export type PersonForms = readonly string[]

export type PersonFormsDecision = Decision<PersonForms, PersonFormsEvent>

/** A form comes into being here, and only while no other one of the person is pending. */
export const personForms: Decider<PersonFormsDecision, PersonFormsEvent, PersonForms> = {
  initial: [],

  decide: (decision, forms) => decision(forms),

  evolve: (forms, { data: { formId } }) => [...forms, formId].slice(-MOST_KEPT),
}
