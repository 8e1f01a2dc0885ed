import { OperatorError } from '#command/event-sourcing/operator-error.ts'
import type { Order } from '#command/provider-documents/document-kind.ts'
import type { Said } from '#command/provider-documents/what-the-provider-says.ts'
import { type ElectronicVoucher, isIncomplete } from '../voucher.ts'

/** What there is to resolve: an unknown submission, an accepted one, a deletion without an end. */
export type Situation = 'unknown' | 'incomplete' | 'deleting'

const underWay: ReadonlySet<string> = new Set(['preparing', 'sms_sending', 'dispatching'])

export function situationOf(voucher: ElectronicVoucher): Situation {
  const { state } = voucher.document
  if (isIncomplete(voucher)) return 'incomplete'
  if (state === 'review_required') return 'unknown'
  if (state === 'deleting') return 'deleting'
  return refuse(
    underWay.has(state)
      ? `The document is ${state}, and its attempt is not older than the deadline: wait for its outcome.`
      : `The document is ${state}: there is nothing to resolve.`,
  )
}

interface Known {
  readonly situation: Situation
  readonly voucher: ElectronicVoucher
  readonly said: Said
}

/** Nobody decides against what the provider says, or has said. */
export function refuseContradiction(order: Order, { situation, voucher, said }: Known): void {
  const official = officialNumber(voucher, said)
  if (order.resolvedAs === 'accepted') {
    if (situation === 'deleting') {
      refuse('The document is being deleted: it can be resolved as never-arrived only.')
    }
    if (situation === 'unknown' && said.kind === 'told' && said.status.state !== 'accepted') {
      refuse(`The provider says that the document is ${said.status.state}: nothing was changed.`)
    }
    if (order.number !== null && official !== null && official !== order.number) {
      refuse(`The provider has accepted the document as ${official}: nothing was changed.`)
    }
    if (order.number !== null && official === null && situation === 'incomplete') {
      refuse('The document counts as accepted without a number, and none can be added to it.')
    }
  } else if (official !== null || situation === 'incomplete') {
    const as = official === null ? '' : ` as ${official}`
    refuse(`The provider has accepted the document${as}: nothing was changed.`)
  }
}

const officialNumber = ({ acceptance }: ElectronicVoucher, said: Said): string | null =>
  said.kind === 'told' && said.status.state === 'accepted'
    ? said.status.number
    : (acceptance?.officialNumber ?? null)

const refuse = (message: string): never => {
  throw new OperatorError(message)
}
