import { Map as PersistentMap } from 'immutable'
import type { Aggregate, Decision } from '#kernel/domain/aggregate.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { detail } from '#kernel/domain/detail.ts'
import { reject } from '#kernel/domain/rejection.ts'
import type { DocumentLedgerEvent } from '#kernel/events/claims.ts'

type Claimed = Extract<DocumentLedgerEvent, { type: 'DocumentClaimed' }>['data']
export type LedgerOwner = Claimed['owner']

/** A document for which duplicates are looked for. */
export interface LookedFor extends Claimed {
  /** The days of claims that may be duplicates; its own if it does not say. */
  readonly days?: readonly string[]
  /** Ids of documents that are no duplicates, although they are claimed under one of these days. */
  readonly apart?: ReadonlySet<string>
}

export interface WantedClaim extends LookedFor {
  /** The caller wants a second document of the same day and amount. */
  readonly allowDuplicate: boolean
}

/**
 * The live documents of one person and year. Invoices to all buyers without an identity number
 * stand in one ledger, so it may hold very many: an event changes it in the same time at any size.
 */
export interface DocumentLedger {
  /** By the ids of their owners. */
  readonly claimed: PersistentMap<string, Claimed>
  /** Ids of owners, by day and amount. */
  readonly alike: PersistentMap<string, PersistentMap<string, true>>
}

/** Same day + identity + amount: the second document is refused, unless its caller insists. */
export const documentLedger: Aggregate<DocumentLedgerEvent, DocumentLedger> = {
  initial: { claimed: PersistentMap(), alike: PersistentMap() },

  evolve(ledger, event) {
    switch (event.type) {
      case 'DocumentClaimed':
        return withClaim(without(ledger, event.data.owner), event.data)
      case 'DocumentReleased':
        return without(ledger, event.data.owner)
      default:
        return assertNever(event)
    }
  },
}

export type LedgerDecision = Decision<DocumentLedger, DocumentLedgerEvent>

/** An earlier try of the same document may have claimed another day or amount: the last one counts. */
export const claimDocument =
  (wanted: WantedClaim): LedgerDecision =>
  (ledger) => {
    const { owner, day, amount, allowDuplicate } = wanted
    const claimed = ledger.claimed.get(owner.id)
    if (claimed?.day === day && claimed.amount === amount) return []
    const [existingId] = duplicatesOf(wanted, ledger)
    if (existingId !== undefined && !allowDuplicate) return refuseDuplicate(existingId)
    return [{ type: 'DocumentClaimed', data: { owner, day, amount } }]
  }

export const releaseDocument =
  (owner: LedgerOwner): LedgerDecision =>
  ({ claimed }) =>
    claimed.has(owner.id) ? [{ type: 'DocumentReleased', data: { owner } }] : []

/** The documents of the same days and amount that other owners have, by their ids. */
export function duplicatesOf(wanted: LookedFor, { alike }: DocumentLedger): string[] {
  const { owner, day, amount, days = [day], apart } = wanted
  return days
    .flatMap((one) =>
      alike
        .get(likenessOf({ day: one, amount }), none)
        .keySeq()
        .toArray(),
    )
    .filter((id) => id !== owner.id && apart?.has(id) !== true)
}

export const refuseDuplicate = (existingId: string) =>
  reject('CONFLICT', 'There is a document of the same day, identity and amount.', [
    detail('data.idNo', 'duplicate', { existingId }),
  ])

const likenessOf = ({ day, amount }: Pick<Claimed, 'day' | 'amount'>) => `${day} ${amount}`

function withClaim({ claimed, alike }: DocumentLedger, added: Claimed): DocumentLedger {
  const { id } = added.owner
  const likeness = likenessOf(added)
  return {
    claimed: claimed.set(id, added),
    alike: alike.set(likeness, alike.get(likeness, none).set(id, true)),
  }
}

function without(ledger: DocumentLedger, { id }: LedgerOwner): DocumentLedger {
  const known = ledger.claimed.get(id)
  if (known === undefined) return ledger
  const likeness = likenessOf(known)
  const others = ledger.alike.get(likeness, none).remove(id)
  return {
    claimed: ledger.claimed.remove(id),
    alike: others.isEmpty() ? ledger.alike.remove(likeness) : ledger.alike.set(likeness, others),
  }
}

const none = PersistentMap<string, true>()
