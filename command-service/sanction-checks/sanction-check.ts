import type { Decider } from '#kernel/domain/decider.ts'
import { reject } from '#kernel/domain/rejection.ts'
import type { SanctionCheckEvent } from '#kernel/events/sanction-check.ts'

/** All that a check asked and found. */
export type CheckContent = SanctionCheckEvent['data']

export interface RecordCheck {
  readonly type: 'RecordCheck'
  readonly content: CheckContent
}

export type SanctionCheckState =
  | { readonly status: 'none' }
  | { readonly status: 'checked'; readonly content: CheckContent }

/** A check is one fact: what was found then stays as it was found. */
export const sanctionCheck: Decider<RecordCheck, SanctionCheckEvent, SanctionCheckState> = {
  initial: { status: 'none' },

  decide({ content }, check) {
    if (check.status === 'none') return [{ type: 'SanctionsChecked', data: content }]
    if (check.content.source === 'api') return []
    return reject('CONFLICT', 'This is a panel search, not a check of the API.')
  },

  evolve: (_check, event) => ({ status: 'checked', content: event.data }),
}
