import { OperatorError } from '#command/event-sourcing/operator-error.ts'
import type { Order } from '#command/provider-documents/document-kind.ts'
import type { Said } from '#command/provider-documents/what-the-provider-says.ts'
import type { RequestedInvoice } from '../invoice-state.ts'

/** Only what nobody knows the outcome of is for a person to settle. */
export function expectOpen({ stage }: RequestedInvoice): void {
  if (stage === 'unknown' || stage === 'deletingDraft') return
  throw new OperatorError(
    stage === 'submitting'
      ? 'The invoice is submitting, and its attempt is not older than the deadline: wait for its outcome.'
      : `The invoice is ${stage}: there is nothing to resolve.`,
  )
}

/** A draft there may still be submitted. */
export const settlesIt = (said: Said): said is Extract<Said, { readonly kind: 'told' }> =>
  said.kind === 'told' && said.status.state !== 'draft'

/** Nobody decides against what the provider says. */
export function refuseContradiction({ resolvedAs, number }: Order, said: Said): void {
  if (said.kind !== 'told') return
  const { status } = said
  const isAccepted = status.state === 'accepted'
  const isSame = number === null || number === status.number
  if (isAccepted && (resolvedAs === 'neverArrived' || !isSame)) {
    throw new OperatorError(
      `The provider has accepted the document as ${status.number}: nothing was changed.`,
    )
  }
  if (!isAccepted && resolvedAs === 'accepted') {
    throw new OperatorError(
      `The provider says that the document is ${status.state}: nothing was changed.`,
    )
  }
}
