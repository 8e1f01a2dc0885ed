import type { Decider } from '#kernel/domain/decider.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import type { AnyEvent } from '#kernel/events/event-family.ts'
import type { Origin } from '#kernel/platform/event-codec.ts'
import type { Repository } from '../event-sourcing/aggregate.ts'
import type { documentLedger } from './document-ledger.ts'
import type { transactionClaim } from './transaction-claim.ts'

/** How many abandoned documents may block a claim before it fails. */
const MAX_GIVEN_UP = 10

type RepositoryFor<D> =
  D extends Decider<infer Command, infer Event extends AnyEvent, infer State>
    ? Repository<Command, Event, State>
    : never

/** The claims' repositories, and whether the claiming documents exist. */
export interface Claimant {
  readonly kind: 'expenseVoucher' | 'invoice'
  readonly ledgers: RepositoryFor<typeof documentLedger>
  readonly transactionClaims: RepositoryFor<typeof transactionClaim>
  readonly wasGivenUp: (documentId: string) => Promise<boolean>
  /** Prevents the creation of the document; false when it exists. */
  readonly abandon: (documentId: string, origin: Origin) => Promise<boolean>
}

/** What one document must have to itself. */
export interface DocumentClaims {
  readonly documentId: string
  readonly bankTransactionId: string | null
  readonly ledger: string
  readonly day: string
  /** Money with both decimals. */
  readonly amount: string
  readonly allowDuplicate: boolean
}

export interface HeldClaims {
  readonly ledger: string | null
  readonly transaction: string | null
}

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
  const { documentId, bankTransactionId, ledger, day, amount, allowDuplicate } = wanted
  const owner = { kind, id: documentId } as const
  const transaction = bankTransactionId === null ? null : transactionClaimStream(bankTransactionId)
  const claims = { ledger, transaction }
  const past = pastGivenUp(claimant, { claims, origin })
  if (bankTransactionId !== null && transaction !== null) {
    const command = { type: 'ClaimTransaction', transactionId: bankTransactionId, owner } as const
    await past(() => transactionClaims.execute({ stream: transaction, command, origin }))
  }
  try {
    const command = { type: 'ClaimDocument', owner, day, amount, allowDuplicate } as const
    await past(() => ledgers.execute({ stream: ledger, command, origin, isNew: true }))
    return claims
  } catch (error) {
    const isHeld = transaction !== null
    if (isHeld && error instanceof Rejection) {
      await fence(claimant, documentId, { claims, origin })
    }
    throw error
  }
}

/**
 * A document that was given up may still hold claims, because the process that gave it up is slow or
 * dead. Such claims are released here.
 */
const pastGivenUp =
  (claimant: Claimant, { claims, origin }: Claims) =>
  async (claimOne: () => Promise<unknown>): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      try {
        await claimOne()
        return
      } catch (error) {
        const existingId = error instanceof Rejection ? error.details[0]?.existingId : undefined
        if (existingId === undefined || attempt === MAX_GIVEN_UP) throw error
        if (!(await claimant.wasGivenUp(existingId))) throw error
        await release(claimant, existingId, { claims, origin })
      }
    }
  }

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
    const command = { type: 'ReleaseTransaction', transactionId, owner } as const
    await transactionClaims.execute({ stream: transaction, command, origin })
  }
  if (ledger !== null) {
    await ledgers.execute({ stream: ledger, command: { type: 'ReleaseDocument', owner }, origin })
  }
}
