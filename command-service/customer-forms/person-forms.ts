import type { Aggregate, Decision } from '#kernel/domain/aggregate.ts'
import type { PersonFormsEvent } from '#kernel/events/customer-form.ts'

const MOST_KEPT = 25

/** The forms that were taken up, by their ids; of very many the newest. */
export type PersonForms = readonly string[]

export type PersonFormsDecision = Decision<PersonForms, PersonFormsEvent>

/** A form comes into being here, and only while no other one of the person is pending. */
export const personForms: Aggregate<PersonFormsEvent, PersonForms> = {
  initial: [],

  evolve: (forms, { data: { formId } }) => [...forms, formId].slice(-MOST_KEPT),
}
