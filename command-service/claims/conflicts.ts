import { detail } from '#kernel/domain/detail.ts'
import { reject } from '#kernel/domain/rejection.ts'
import { type Claimant, holderOf } from './claimant.ts'
import { type DocumentClaims, isDuplicate, lookedFor, transactionClaimStream } from './claiming.ts'
import { duplicatesOf, refuseDuplicate } from './document-ledger.ts'
import { claimedBy } from './transaction-claim.ts'

const PROCESSED = 1

/**
 * The conflicts that claiming would find, without claiming. A document that is not written yet is none:
 * to claim waits for it.
 */
export async function refuseConflicts(claimant: Claimant, wanted: DocumentClaims): Promise<void> {
  const { kind, transactionClaims, ledgers } = claimant
  const { documentId, bankTransactionId, ledger, allowDuplicate, duplicates } = wanted
  if (bankTransactionId !== null) {
    const { state } = await transactionClaims.load(transactionClaimStream(bankTransactionId))
    const { owner } = state
    if (owner !== null && owner.id !== documentId) {
      const holder = await holderOf(claimant, owner)
      if (holder.status === 'there') throw claimedBy(owner, holder)
    }
  }
  if (allowDuplicate) return
  for (const stream of [ledger, ...duplicates.otherLedgers]) {
    const { state } = await ledgers.load(stream)
    for (const id of duplicatesOf(lookedFor(claimant, wanted), state)) {
      const holder = await holderOf(claimant, { kind, id })
      if (holder.status === 'there' && isDuplicate(duplicates, holder)) refuseDuplicate(id)
    }
  }
}

/** A transaction that was dealt with elsewhere has no document to name. */
export function refuseProcessed(transaction: { readonly status: number } | undefined): void {
  if (transaction?.status !== PROCESSED) return
  const nothing = { existingId: null, uuid: null, invoiceNumber: null }
  reject('CONFLICT', 'The bank transaction has been officially processed.', [
    detail('data.bankTransactionId', 'duplicate', nothing),
  ])
}
