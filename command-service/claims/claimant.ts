import { setTimeout as pause } from 'node:timers/promises'
import type { Detail } from '#kernel/domain/detail.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import { Unavailable } from '#kernel/domain/unavailable.ts'
import type { DocumentLedgerEvent, TransactionClaimEvent } from '#kernel/events/claims.ts'
import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import type { Origin } from '#kernel/platform/recording/event-codec.ts'
import { pauseMs } from '#kernel/platform/waiting/timing.ts'
import type { Repository } from '../event-sourcing/repository.ts'
import type { DocumentLedger } from './document-ledger.ts'
import type { WrittenDay } from './same-day.ts'
import { type DocumentNames, namesBy, type TransactionClaim } from './transaction-claim.ts'

/** The claims' repositories, and what has become of the claiming documents. */
export interface Claimant {
  readonly kind: 'expenseVoucher' | 'invoice'
  readonly ledgers: Repository<DocumentLedgerEvent, DocumentLedger>
  readonly transactionClaims: Repository<TransactionClaimEvent, TransactionClaim>
  /** What has become of a document of this kind. */
  readonly find: (documentId: string) => Promise<Holder>
  /** Prevents the creation of the document; false when it exists. */
  readonly abandon: (documentId: string, origin: Origin) => Promise<boolean>
}

export type Owner = NonNullable<TransactionClaim['owner']>

/** What has become of a document that holds a claim. */
export type Holder =
  /** Its request is about to write it, or has failed on the way: then the recovery gives the claim back. */
  | { readonly status: 'nowhere' }
  | { readonly status: 'givenUp' }
  | ({
      readonly status: 'there'
      readonly written: WrittenDay | null
      /** Its last event so far. */
      readonly position: LogPosition
      /** Nothing is to come without which it does not count. */
      readonly isComplete: boolean
    } & DocumentNames)

/** A document of the other kind is not looked at: it counts as being there. */
export const holderOf = async ({ kind, find }: Claimant, owner: Owner): Promise<Holder> =>
  owner.kind === kind
    ? find(owner.id)
    : { status: 'there', written: null, ...NOTHING_KNOWN, ...namesBy(owner) }

const NOTHING_KNOWN = {
  position: START_OF_LOG,
  isComplete: true,
} as const

/** The document if it exists; otherwise it is prevented. */
export async function findOrPrevent(
  { abandon, find }: Claimant,
  documentId: string,
  origin: Origin,
): Promise<Extract<Holder, { status: 'there' }> | undefined> {
  if (await abandon(documentId, origin)) return undefined
  const holder = await find(documentId)
  return holder.status === 'there' ? holder : undefined
}

export const TRANSACTION = 'data.bankTransactionId'

/** The item of a refusal that names another document. */
export function conflictIn(refusal: unknown): Detail | undefined {
  const [conflict] = refusal instanceof Rejection ? refusal.details : []
  return conflict?.existingId == null ? undefined : conflict
}

/** The owner of the claim that is in the way; undefined if it has been given back in the meantime. */
export async function ownerIn(
  { kind, transactionClaims }: Claimant,
  { field, existingId: id }: Detail,
  transaction: string | null,
): Promise<Owner | undefined> {
  if (field !== TRANSACTION || transaction === null) return id == null ? undefined : { kind, id }
  return (await transactionClaims.load(transaction)).state.owner ?? undefined
}

const MOST_WAITS = 6
const RETRY_AFTER_SECONDS = 2

/** Another request has claimed the same, and it is not known yet whether it makes its document. Nothing was done. */
class ClaimUndecided extends Unavailable {
  override readonly name = 'ClaimUndecided'

  constructor(documentId: string) {
    super(`${documentId} has claimed the same, and is not written yet`, RETRY_AFTER_SECONDS)
  }
}

/** Usually the other request is some milliseconds ahead; all waits together take about a second. */
export async function waitForDocument(documentId: string, waits: number): Promise<void> {
  if (waits > MOST_WAITS) throw new ClaimUndecided(documentId)
  await pause(pauseMs(waits - 1))
}
