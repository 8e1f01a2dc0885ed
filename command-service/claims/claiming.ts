import { notShownYet, RecordedRefusal } from '#command/event-sourcing/named-when-shown.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import { unavailabilityOf } from '#kernel/platform/errors/unavailability.ts'
import { DamagedStream } from '#kernel/platform/event-store/damaged-stream.ts'
import type { Origin } from '#kernel/platform/recording/event-codec.ts'
import {
  type Claimant,
  conflictIn,
  type Holder,
  holderOf,
  ownerIn,
  TRANSACTION,
  waitForDocument,
} from './claimant.ts'
import {
  claimDocument,
  duplicatesOf,
  type LookedFor,
  refuseDuplicate,
  releaseDocument,
} from './document-ledger.ts'
import { isSameDay, type WantedDay } from './same-day.ts'
import { claimedBy, claimTransaction, releaseTransaction } from './transaction-claim.ts'

/** How often others may be in the way of a claim before it fails. */
const MOST_TRIES = 20

/** What one document must have to itself. */
export interface DocumentClaims {
  readonly documentId: string
  readonly bankTransactionId: string | null
  readonly ledger: string
  readonly day: string
  /** Money with both decimals. */
  readonly amount: string
  readonly allowDuplicate: boolean
  readonly duplicates: DuplicateSearch
}

/** Where duplicates of a document may be claimed. Around a change of the company's time zone other documents are, too. */
interface DuplicateSearch extends WantedDay {
  readonly days: readonly string[]
  /** Besides its own ledger, those of neighbouring years. */
  readonly otherLedgers: readonly string[]
}

export interface HeldClaims {
  readonly ledger: string | null
  readonly transaction: string | null
}

/** A document that wants claims, as its ledgers look for duplicates of it. */
export const lookedFor = (
  { kind }: Pick<Claimant, 'kind'>,
  { documentId, day, amount, duplicates }: DocumentClaims,
): LookedFor => ({ owner: { kind, id: documentId }, day, amount, days: duplicates.days })

interface Claims {
  readonly claims: HeldClaims
  readonly origin: Origin
}

export const transactionClaimStream = (transactionId: string) => `transactionClaim-${transactionId}`

/** Claims everything or nothing; what a crash leaves behind is found by the recovery. */
export async function claim(
  claimant: Claimant,
  wanted: DocumentClaims,
  origin: Origin,
): Promise<{ readonly ledger: string; readonly transaction: string | null }> {
  const { kind, ledgers, transactionClaims } = claimant
  const { documentId, bankTransactionId, ledger, allowDuplicate } = wanted
  const owner = { kind, id: documentId } as const
  const transaction = bankTransactionId === null ? null : transactionClaimStream(bankTransactionId)
  const claims = { ledger, transaction }
  const apart = new Set<string>()
  const past = pastOthers(claimant, { claims, origin }, { ...wanted.duplicates, apart })
  if (bankTransactionId !== null && transaction !== null) {
    const decision = claimTransaction({ transactionId: bankTransactionId, owner })
    await past(() => transactionClaims.execute({ stream: transaction, decision, origin }))
  }
  try {
    await refuseElsewhere(claimant, wanted, origin)
    const document = { ...lookedFor(claimant, wanted), apart }
    const decision = claimDocument({ ...document, allowDuplicate })
    // Read even if it is probably new: one that was deleted would take what is meant for a new one.
    await past(() => ledgers.execute({ stream: ledger, decision, origin }))
    return claims
  } catch (error) {
    const isHeld = transaction !== null
    // A damaged ledger stays so: the next request must hear of it, and not of this claim.
    if (isHeld && (error instanceof Rejection || error instanceof DamagedStream)) {
      await fence(claimant, documentId, { claims, origin })
    }
    throw error
  }
}

/**
 * Refuses a duplicate that is claimed in the ledger of another year. None comes later: whoever writes one now reckons its
 * day in the present zone, as this document does, and would claim it in the same ledger.
 */
async function refuseElsewhere(
  claimant: Claimant,
  wanted: DocumentClaims,
  origin: Origin,
): Promise<void> {
  const { allowDuplicate, duplicates } = wanted
  if (allowDuplicate) return
  for (const ledger of duplicates.otherLedgers) {
    const apart = new Set<string>()
    const claims = { ledger, transaction: null }
    const past = pastOthers(claimant, { claims, origin }, { ...duplicates, apart })
    await past(async () => {
      const { state } = await claimant.ledgers.load(ledger)
      const [existingId] = duplicatesOf({ ...lookedFor(claimant, wanted), apart }, state)
      if (existingId !== undefined) refuseDuplicate(existingId)
    })
  }
}

/**
 * Claims past what is in the way and need not be. A document that was given up may still hold claims,
 * because the process that gave it up is slow or dead: they are released here. One that is not written
 * yet is waited for, so that a refusal names only a document that exists. One that turns out to be of
 * another day is set apart.
 */
const pastOthers =
  (
    claimant: Claimant,
    { claims, origin }: Claims,
    { apart, ...wanted }: WantedDay & { readonly apart: Set<string> },
  ) =>
  async (claimOne: () => Promise<unknown>): Promise<void> => {
    for (let tries = 1, waits = 0; ; tries++) {
      try {
        await claimOne()
        return
      } catch (refusal) {
        const conflict = conflictIn(refusal)
        if (conflict === undefined || tries === MOST_TRIES + apart.size) throw refusal
        const owner = await ownerIn(claimant, conflict, claims.transaction)
        if (owner === undefined) continue
        const holder = await holderOf(claimant, owner)
        if (holder.status === 'there') {
          if (conflict.field === TRANSACTION) throw claimedBy(owner, holder)
          if (isDuplicate(wanted, holder)) throw duplicateOf(owner.id, holder, refusal)
          apart.add(owner.id)
        } else if (holder.status === 'nowhere') await waitForDocument(owner.id, ++waits)
        else await release(claimant, owner.id, { claims, origin })
      }
    }
  }

/** Another document of the day is named once it is complete and shown. */
const duplicateOf = (
  existingId: string,
  { isComplete, position }: Extract<Holder, { status: 'there' }>,
  refusal: unknown,
): unknown => {
  if (!isComplete) return notShownYet(existingId)
  if (!(refusal instanceof Rejection)) return refusal
  return new RecordedRefusal(refusal, { position, isFinal: true })
}

/** A document that is claimed under a day that was looked at, with the same amount. */
export const isDuplicate = (
  wanted: WantedDay,
  { written }: Extract<Holder, { status: 'there' }>,
): boolean => written === null || isSameDay(wanted, written)

/**
 * Gives back what was claimed for a document that is not there. Another try of the same command may
 * still be about to create it, so that is prevented first. If the document exists, its claims stand.
 */
export async function fence(
  claimant: Claimant,
  documentId: string,
  { claims, origin }: Claims,
): Promise<void> {
  if (await claimant.abandon(documentId, origin)) {
    await release(claimant, documentId, { claims, origin })
  }
}

/** For a document whose end is recorded: what an outage leaves claimed, the recovery gives back. */
export async function releaseEnded(
  claimant: Pick<Claimant, 'kind' | 'ledgers' | 'transactionClaims'>,
  documentId: string,
  claims: Claims,
): Promise<void> {
  try {
    await release(claimant, documentId, claims)
  } catch (error) {
    if (unavailabilityOf(error) === undefined) throw error
  }
}

/** Gives back what a document had claimed; harmless where it has nothing, or nothing any more. */
export async function release(
  { kind, ledgers, transactionClaims }: Pick<Claimant, 'kind' | 'ledgers' | 'transactionClaims'>,
  documentId: string,
  { claims, origin }: Claims,
): Promise<void> {
  const owner = { kind, id: documentId } as const
  const { ledger, transaction } = claims
  if (transaction !== null) {
    const transactionId = transaction.slice(transaction.indexOf('-') + 1)
    const decision = releaseTransaction({ transactionId, owner })
    await transactionClaims.execute({ stream: transaction, decision, origin })
  }
  if (ledger !== null) {
    await ledgers.execute({ stream: ledger, decision: releaseDocument(owner), origin })
  }
}
