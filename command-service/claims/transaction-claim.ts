import type { Aggregate, Decision } from '#kernel/domain/aggregate.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
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

/** The document that the bank transaction is used for, if any. */
export type TransactionClaim = { readonly owner: Claimed['owner'] | null }

/** A bank transaction has at most one live voucher or invoice; nothing lifts that. */
export const transactionClaim: Aggregate<TransactionClaimEvent, TransactionClaim> = {
  initial: { owner: null },

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

export type ClaimDecision = Decision<TransactionClaim, TransactionClaimEvent>

export const claimTransaction =
  ({ transactionId, owner }: Claimed): ClaimDecision =>
  (claim) => {
    if (claim.owner === null)
      return [{ type: 'TransactionClaimed', data: { transactionId, owner } }]
    if (claim.owner.id === owner.id) return []
    throw claimedBy(claim.owner)
  }

export const releaseTransaction =
  ({ transactionId, owner }: Claimed): ClaimDecision =>
  (claim) =>
    claim.owner?.id === owner.id
      ? [{ type: 'TransactionReleased', data: { transactionId, owner } }]
      : []

/** As far as its id alone tells. */
export const namesBy = ({ id, kind }: Claimed['owner']): DocumentNames => ({
  uuid: kind === 'invoice' ? documentUuidOf(id) : null,
  invoiceNumber: null,
})

/** Names the document, as far as its number and its uuid at the provider are known. */
export const claimedBy = (
  owner: Claimed['owner'],
  { uuid, invoiceNumber }: DocumentNames = namesBy(owner),
) =>
  new Rejection('CONFLICT', 'The bank transaction is used for another document.', [
    detail('data.bankTransactionId', 'duplicate', {
      existingId: owner.id,
      uuid,
      invoiceNumber,
    }),
  ])
