import type { Aggregate, Decision } from '#kernel/domain/aggregate.ts'
import type { SanctionCheckEvent } from '#kernel/events/sanction-check.ts'

/** All that a check asked and found. */
export type CheckContent = Extract<SanctionCheckEvent, { type: 'SanctionsChecked' }>['data']

/** A check of a customer that a changed list caused. */
export type RescreenedContent = Extract<SanctionCheckEvent, { type: 'CustomerRescreened' }>['data']

export type SanctionCheckState =
  | { readonly status: 'none' }
  | { readonly status: 'checked'; readonly content: CheckContent | RescreenedContent }

export type CheckDecision = Decision<SanctionCheckState, SanctionCheckEvent>

/** A check is one fact: what was found then stays as it was found. */
export const sanctionCheck: Aggregate<SanctionCheckEvent, SanctionCheckState> = {
  initial: { status: 'none' },

  evolve: (_check, event) => ({ status: 'checked', content: event.data }),
}
