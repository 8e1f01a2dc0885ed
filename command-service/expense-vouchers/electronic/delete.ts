import { randomUUID } from 'node:crypto'
import { release } from '#command/claims/claiming.ts'
import type { ExpenseVoucher } from '../expense-voucher.ts'
import { voucherClaimant } from '../issuing/claims.ts'
import { voucherStream } from '../issuing/repositories.ts'
import {
  asCancelled,
  callOf,
  duringAttempt,
  type ElectronicParts,
  timingOf,
  type Wanted,
} from './parts.ts'
import { uuidOf } from './permissions.ts'
import { refusalOf } from './provider-refusals.ts'

interface Deleted {
  readonly position: bigint
}

/**
 * Deletes a draft, paper or electronic. What the provider keeps of it is cancelled first; asked again
 * after an unknown outcome, it goes on, since cancelling twice is the same as once.
 */
export const deleteVoucher = (parts: ElectronicParts, wanted: Wanted): Promise<Deleted> =>
  cancelAndDelete(parts, wanted, 'DeleteVoucher')

/** Brings home a deletion that was begun; one that has been refused meanwhile is not begun again. */
export const goOnDeleting = (parts: ElectronicParts, wanted: Wanted): Promise<Deleted> =>
  cancelAndDelete(parts, wanted, 'GoOnDeleting')

async function cancelAndDelete(
  parts: ElectronicParts,
  wanted: Wanted,
  type: 'DeleteVoucher' | 'GoOnDeleting',
): Promise<Deleted> {
  const attemptId = randomUUID()
  const attempting = duringAttempt(wanted, attemptId)
  const { state, position } = await parts.repositories.vouchers.execute({
    stream: voucherStream(wanted.voucherId),
    command: { type, attemptId, ...timingOf(parts) },
    origin: attempting.origin,
  })
  if (state.status !== 'electronic') return ended(parts, wanted, { state, position })
  if (state.attempt?.id !== attemptId) return { position }
  const { companyId } = wanted.origin
  const call = callOf(parts, state, { companyId, requestId: attemptId })
  const cancelled = asCancelled(await parts.integrator.cancelVoucher(call, uuidOf(state)))
  const recorded = await parts.repositories.vouchers.execute({
    stream: voucherStream(wanted.voucherId),
    command: { type: 'RecordDeletion', attemptId, outcome: cancelled, ...timingOf(parts) },
    origin: attempting.origin,
  })
  if (recorded.state.status !== 'electronic') return ended(parts, wanted, recorded)
  const left = { voucher: recorded.state, position: recorded.position }
  const failed = cancelled.kind === 'done' ? goingOn : cancelled
  throw refusalOf(failed, { attemptId, unreadable: 'E_DOCUMENT_RESULT_UNKNOWN' }, left)
}

/** Cancelled, but meanwhile it was no longer being deleted. */
const goingOn = {
  kind: 'unknown',
  errorCode: 'SUPERSEDED',
  errorMessage: 'The document has changed meanwhile.',
} as const

async function ended(
  { repositories }: ElectronicParts,
  { voucherId, origin }: Wanted,
  { state, position }: { state: ExpenseVoucher; position: bigint },
): Promise<Deleted> {
  if (state.status === 'deleted') {
    await release(voucherClaimant(repositories), voucherId, {
      claims: state.content.claims,
      origin,
    })
  }
  return { position }
}
