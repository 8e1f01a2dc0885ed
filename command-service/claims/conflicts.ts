import { reject } from '#kernel/domain/rejection.ts'
import { type Claimant, type DocumentClaims, transactionClaimStream } from './claiming.ts'
import { duplicatesOf, refuseDuplicate } from './document-ledger.ts'
import { refuseClaimed, type TransactionClaim } from './transaction-claim.ts'

type Owner = NonNullable<TransactionClaim['owner']>

const PROCESSED = 1

/** The conflicts that claiming would find, without claiming. `refuseOwned` names the owner of the transaction. */
export async function refuseConflicts(
  claimant: Claimant,
  wanted: DocumentClaims,
  refuseOwned: (owner: Owner) => Promise<never> | never = ({ id }) => refuseClaimed(id),
): Promise<void> {
  const { kind, transactionClaims, ledgers, wasGivenUp } = claimant
  const { documentId, bankTransactionId, ledger, allowDuplicate } = wanted
  const isConflict = async (id: string) => id !== documentId && !(await wasGivenUp(id))
  if (bankTransactionId !== null) {
    const { state } = await transactionClaims.load(transactionClaimStream(bankTransactionId))
    const { owner } = state
    if (owner !== null && (await isConflict(owner.id))) await refuseOwned(owner)
  }
  if (allowDuplicate) return
  const owner = { kind, id: documentId }
  const { state } = await ledgers.load(ledger)
  for (const existingId of duplicatesOf({ ...wanted, owner }, state)) {
    if (await isConflict(existingId)) refuseDuplicate(existingId)
  }
}

/** A transaction that was dealt with elsewhere has no document to name. */
export function refuseProcessed(transaction: { readonly status: number } | undefined): void {
  if (transaction?.status !== PROCESSED) return
  reject('CONFLICT', 'The bank transaction has been officially processed.', [
    { field: 'data.bankTransactionId', rule: 'duplicate' },
  ])
}
