import { type Static, Type } from 'typebox'
import { assertNever } from '#kernel/domain/assert-never.ts'
import type { DocumentLedgerEvent, TransactionClaimEvent } from '#kernel/events/claims.ts'
import type { Recorded } from '#kernel/platform/recording/event-codec.ts'
import { put, stepFields, stepOf, without } from '../event-sourcing/open-work.ts'
import type { OpenWork } from '../event-sourcing/process-manager.ts'

/** What is kept of each document that is not finished. */
export const openFields = {
  ...stepFields,
  /** The streams of its claims. */
  ledger: Type.Union([Type.String(), Type.Null()]),
  transaction: Type.Union([Type.String(), Type.Null()]),
}

type OpenFields = Static<ReturnType<typeof Type.Object<typeof openFields>>>

interface OpenClaims extends OpenFields {
  readonly stage: string
}

export type ClaimStep = DocumentLedgerEvent | TransactionClaimEvent

const claimSteps: ReadonlySet<string> = new Set<ClaimStep['type']>([
  'DocumentClaimed',
  'DocumentReleased',
  'TransactionClaimed',
  'TransactionReleased',
])

export const isClaimStep = (event: { readonly type: string }): event is ClaimStep =>
  claimSteps.has(event.type)

interface Claiming<Open> {
  readonly kind: 'expenseVoucher' | 'invoice'
  /** The entry of a document that has claims and has not come into being. */
  readonly claimed: (claims: Omit<OpenClaims, 'stage'>) => Open
}

/** The open work after a claim was made or given back. */
export function evolveClaims<Open extends OpenClaims>(
  work: OpenWork<Open>,
  recorded: Recorded<ClaimStep>,
  claiming: Claiming<Open>,
): OpenWork<Open> {
  const { event, stream } = recorded
  const { owner } = event.data
  if (owner.kind !== claiming.kind) return work
  const open = work.get(owner.id)
  switch (event.type) {
    case 'DocumentClaimed': {
      const { transaction = null } = open ?? {}
      const claims = { ...at(recorded), ledger: stream, transaction }
      return put(work, owner.id, claiming.claimed(claims))
    }
    case 'TransactionClaimed': {
      const { ledger = null } = open ?? {}
      const claims = { ...at(recorded), ledger, transaction: stream }
      return put(work, owner.id, claiming.claimed(claims))
    }
    case 'DocumentReleased':
      return left(work, owner.id, open && { ...open, ledger: null })
    case 'TransactionReleased':
      return left(work, owner.id, open && { ...open, transaction: null })
    default:
      return assertNever(event)
  }
}

function left<Open extends OpenClaims>(
  work: OpenWork<Open>,
  id: string,
  open: Open | undefined,
): OpenWork<Open> {
  if (open === undefined) return work
  const isClaimsOnly = open.stage === 'claimed' || open.stage === 'givenUp'
  const isDone = open.ledger === null && open.transaction === null && isClaimsOnly
  return isDone ? without(work, id) : put(work, id, open)
}

/** The entry of a document after its last step, without claims. */
export const at = (recorded: Recorded<unknown>) => ({
  ...stepOf(recorded),
  ledger: null,
  transaction: null,
})
