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

/** The documents of one person and year that are alive, by their ids. */
export type DocumentLedger = ReadonlyMap<string, Claimed>

/** Same day + identity + amount: the second document is refused, unless its caller insists. */
export const documentLedger: Decider<DocumentLedgerCommand, DocumentLedgerEvent, DocumentLedger> = {
  initial: new Map(),

  decide(command, ledger) {
    switch (command.type) {
      case 'ClaimDocument':
        return claim(command, ledger)
      case 'ReleaseDocument':
        return ledger.has(command.owner.id)
          ? [{ type: 'DocumentReleased', data: { owner: command.owner } }]
          : []
      default:
        return assertNever(command)
    }
  },

  evolve(ledger, event) {
    switch (event.type) {
      case 'DocumentClaimed':
        return new Map([...ledger, [event.data.owner.id, event.data]])
      case 'DocumentReleased':
        return new Map([...ledger].filter(([id]) => id !== event.data.owner.id))
      default:
        return assertNever(event)
    }
  },
}

function claim(command: ClaimDocument, ledger: DocumentLedger): DocumentLedgerEvent[] {
  const { owner, day, amount, allowDuplicate } = command
  if (ledger.has(owner.id)) return []
  const existingId = duplicateOf(command, ledger)
  if (existingId !== undefined && !allowDuplicate) return refuseDuplicate(existingId)
  return [{ type: 'DocumentClaimed', data: { owner, day, amount } }]
}

/** A document of the same day and amount that another owner has. */
export const duplicateOf = (
  { owner, day, amount }: Omit<Claimed, 'never'>,
  ledger: DocumentLedger,
): string | undefined =>
  [...ledger.values()].find(
    (other) => other.owner.id !== owner.id && other.day === day && other.amount === amount,
  )?.owner.id

export const refuseDuplicate = (existingId: string) =>
  reject('CONFLICT', 'There is a document of the same day, identity and amount.', [
    { field: 'data.idNo', rule: 'duplicate', existingId },
  ])
