import { assertNever } from '#kernel/domain/assert-never.ts'
import type { Decider } from '#kernel/domain/decider.ts'
import { detail } from '#kernel/domain/detail.ts'
import { documentUuidOf } from '#kernel/domain/document-uuid.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import type { TransactionClaimEvent } from '#kernel/events/claims.ts'

/** What a document is called elsewhere. */
export interface DocumentNames {
  /** At the provider. */
  readonly uuid: string | null
  readonly invoiceNumber: string | null
}

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
        return claim.owner.id === owner.id ? [] : refuseClaimed(claim.owner)
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

/** Names the document, as far as its number and its uuid at the provider are known. */
export const claimedBy = (
  { id: existingId, kind }: Claimed['owner'],
  { uuid = null, invoiceNumber = null }: Partial<DocumentNames> = {},
) =>
  new Rejection('CONFLICT', 'The bank transaction is used for another document.', [
    detail('data.bankTransactionId', 'duplicate', {
      existingId,
      uuid: kind === 'invoice' ? documentUuidOf(existingId) : uuid,
      invoiceNumber,
    }),
  ])

function refuseClaimed(owner: Claimed['owner']): never {
  throw claimedBy(owner)
}
