import { assertNever } from '#kernel/domain/assert-never.ts'
import type { Decider } from '#kernel/domain/decider.ts'
import { reject } from '#kernel/domain/rejection.ts'
import type { DocumentLedgerEvent } from '#kernel/events/claims.ts'

type Claimed = Extract<DocumentLedgerEvent, { type: 'DocumentClaimed' }>['data']
export type Owner = Claimed['owner']

type ClaimDocument = Claimed & {
  readonly type: 'ClaimDocument'
  /** The caller wants a second document of the same day and amount. */
  readonly allowDuplicate: boolean
}
type ReleaseDocument = { readonly type: 'ReleaseDocument'; readonly owner: Owner }

export type DocumentLedgerCommand = ClaimDocument | ReleaseDocument

type Documents = ReadonlyMap<string, Claimed>

/** The documents of one person and year that are alive: by their days, as it can hold very many. */
export type DocumentLedger = ReadonlyMap<string, Documents>

/** Same day + identity + amount: the second document is refused, unless its caller insists. */
export const documentLedger: Decider<DocumentLedgerCommand, DocumentLedgerEvent, DocumentLedger> = {
  initial: new Map(),

  decide(command, ledger) {
    switch (command.type) {
      case 'ClaimDocument':
        return claim(command, ledger)
      case 'ReleaseDocument':
        return claimOf(ledger, command.owner) === undefined
          ? []
          : [{ type: 'DocumentReleased', data: { owner: command.owner } }]
      default:
        return assertNever(command)
    }
  },

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

/** An earlier try of the same document may have claimed another day or amount: the last one counts. */
function claim(command: ClaimDocument, ledger: DocumentLedger): DocumentLedgerEvent[] {
  const { owner, day, amount, allowDuplicate } = command
  const claimed = claimOf(ledger, owner)
  if (claimed?.day === day && claimed.amount === amount) return []
  const [existingId] = duplicatesOf(command, ledger)
  if (existingId !== undefined && !allowDuplicate) return refuseDuplicate(existingId)
  return [{ type: 'DocumentClaimed', data: { owner, day, amount } }]
}

/** The documents of the same day and amount that other owners have, by their ids. */
export const duplicatesOf = ({ owner, day, amount }: Claimed, ledger: DocumentLedger): string[] =>
  [...(ledger.get(day)?.values() ?? [])]
    .filter((other) => other.owner.id !== owner.id && other.amount === amount)
    .map((other) => other.owner.id)

export const refuseDuplicate = (existingId: string) =>
  reject('CONFLICT', 'There is a document of the same day, identity and amount.', [
    { field: 'data.idNo', rule: 'duplicate', existingId },
  ])

function claimOf(ledger: DocumentLedger, { id }: Owner): Claimed | undefined {
  for (const documents of ledger.values()) {
    const claimed = documents.get(id)
    if (claimed !== undefined) return claimed
  }
  return undefined
}

const withClaim = (ledger: DocumentLedger, claimed: Claimed): DocumentLedger =>
  new Map(ledger).set(claimed.day, new Map(ledger.get(claimed.day)).set(claimed.owner.id, claimed))

function without(ledger: DocumentLedger, owner: Owner): DocumentLedger {
  const claimed = claimOf(ledger, owner)
  if (claimed === undefined) return ledger
  const left = new Map(ledger.get(claimed.day))
  left.delete(owner.id)
  return new Map(ledger).set(claimed.day, left)
}
