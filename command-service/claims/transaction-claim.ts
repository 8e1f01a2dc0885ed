import { assertNever } from '#kernel/domain/assert-never.ts'
import type { Decider } from '#kernel/domain/decider.ts'
import { reject } from '#kernel/domain/rejection.ts'
import type { TransactionClaimEvent } from '#kernel/events/claims.ts'

type Claimed = Extract<TransactionClaimEvent, { type: 'TransactionClaimed' }>['data']

export type TransactionClaimCommand =
  | ({ readonly type: 'ClaimTransaction' } & Claimed)
  | ({ readonly type: 'ReleaseTransaction' } & Claimed)

/** The document that the bank transaction is used for, if any. */
export type TransactionClaim = { readonly owner: Claimed['owner'] | null }

/** A bank transaction has at most one live voucher or invoice; nothing lifts that. */
export const transactionClaim: Decider<
  TransactionClaimCommand,
  TransactionClaimEvent,
  TransactionClaim
> = {
  initial: { owner: null },

  decide({ type, transactionId, owner }, claim) {
    switch (type) {
      case 'ClaimTransaction':
        if (claim.owner === null) {
          return [{ type: 'TransactionClaimed', data: { transactionId, owner } }]
        }
        return claim.owner.id === owner.id ? [] : refuseClaimed(claim.owner.id)
      case 'ReleaseTransaction':
        return claim.owner?.id === owner.id
          ? [{ type: 'TransactionReleased', data: { transactionId, owner } }]
          : []
      default:
        return assertNever(type)
    }
  },

  evolve(_claim, event) {
    switch (event.type) {
      case 'TransactionClaimed':
        return { owner: event.data.owner }
      case 'TransactionReleased':
        return { owner: null }
      default:
        return assertNever(event)
    }
  },
}

export const refuseClaimed = (existingId: string) =>
  reject('CONFLICT', 'The bank transaction is used for another document.', [
    { field: 'data.bankTransactionId', rule: 'duplicate', existingId },
  ])
