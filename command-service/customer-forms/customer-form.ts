import type { Aggregate, Decision } from '#kernel/domain/aggregate.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import type { CustomerFormEvent } from '#kernel/events/customer-form.ts'

type Of<Type extends CustomerFormEvent['type']> = Extract<CustomerFormEvent, { type: Type }>

/** All that is known about a form from the moment it is submitted. */
export type SubmittedForm = Of<'FormSubmitted'>['data']

export type CustomerForm =
  | { readonly status: 'none' }
  | {
      readonly status: 'pending' | 'approved' | 'rejected' | 'deleted'
      readonly form: SubmittedForm
    }

export type FormDecision = Decision<CustomerForm, CustomerFormEvent>

export const customerForm: Aggregate<CustomerFormEvent, CustomerForm> = {
  initial: { status: 'none' },

  evolve(state, event) {
    switch (event.type) {
      case 'FormSubmitted':
        return { status: 'pending', form: event.data }
      case 'FormDecided':
        return { status: statusOf(event.data), form: formIn(state) }
      default:
        return assertNever(event)
    }
  },
}

/** What the panel said last counts: a form can be taken back from where it was. */
function statusOf({ isApproval, rejected, deleted }: Of<'FormDecided'>['data']) {
  if (deleted) return 'deleted'
  if (rejected) return 'rejected'
  return isApproval ? 'approved' : 'pending'
}

function formIn(state: CustomerForm): SubmittedForm {
  if (state.status !== 'none') return state.form
  throw new Error('a form was decided on that was never submitted')
}
