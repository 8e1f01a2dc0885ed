import { releaseEnded } from '#command/claims/claiming.ts'
import { RecordedRefusal } from '#command/event-sourcing/named-when-shown.ts'
import {
  asDeleted,
  attemptOnce,
  type CallOutcome,
  callOf,
  type FailedCall,
  failureOf,
} from '#command/provider-documents/attempt.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { notFound, reject } from '#kernel/domain/rejection.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { inAttempt, outcomeUnknown, refusalOf } from './call.ts'
import { voucherClaimant } from './claims.ts'
import { type AttemptTiming, attemptOf, permit, startAttempt } from './electronic-rules.ts'
import {
  type ElectronicVoucher,
  isAtProvider,
  type VoucherAtProvider,
} from './electronic-voucher.ts'
import {
  type ElectronicDependencies,
  execute,
  timingNow,
  type VoucherTarget,
} from './repository.ts'
import { type Decision, type ExpenseVoucher, electronicOnly } from './voucher.ts'

interface Loaded {
  readonly state: ExpenseVoucher
  readonly position: LogPosition
}

/**
 * Deletes a draft, paper or electronic. What the provider keeps of it is cancelled first. Asked again
 * after an unknown outcome, it goes on: cancelling twice is the same as once.
 */
export const deleteVoucher = (dependencies: ElectronicDependencies, target: VoucherTarget) =>
  cancelAndDelete(dependencies, target, startDeletion)

/** Resumes a deletion that has begun, unless it was refused in between. */
export const resumeDeletion = (dependencies: ElectronicDependencies, target: VoucherTarget) =>
  cancelAndDelete(dependencies, target, restartDeletion)

async function cancelAndDelete(
  dependencies: ElectronicDependencies,
  target: VoucherTarget,
  start: (timing: AttemptTiming) => Decision,
): Promise<Loaded> {
  const { integrator, closing } = dependencies
  const { origin } = target
  const loaded = await attemptOnce<Loaded, object, VoucherAtProvider>({
    origin,
    closing,
    start: (attempt) => {
      const timing = { attemptId: attempt.attemptId, ...timingNow(dependencies) }
      return execute(dependencies, { ...target, origin: attempt.origin }, start(timing))
    },
    begun: ({ state }, attemptId) => inAttempt(state, attemptId),
    call: async ({ content, document: { uuid } }, requestId) => {
      const call = callOf(dependencies, content, { companyId: origin.companyId, requestId })
      return asDeleted(await integrator.cancelVoucher(call, uuid))
    },
    unknown: ({ document: { state } }, attemptId) => outcomeUnknown({ attemptId, state }),
    record: async (outcome, { attemptId, ...attempt }) => {
      const decision = recordDeletion({ attemptId, outcome, ...timingNow(dependencies) })
      const recorded = await execute(dependencies, { ...target, origin: attempt.origin }, decision)
      if (outcome.kind === 'done' && recorded.state.status === 'electronic') {
        throw new RecordedRefusal(refusalOf(superseded, refused(recorded.state, attemptId)), {
          position: recorded.position,
          isFinal: false,
        })
      }
      return recorded
    },
    refusal: (failed, attemptId, { state }) =>
      state.status === 'electronic' ? refusalOfDeletion(failed, state, attemptId) : undefined,
  })
  await releaseDeleted(dependencies, target, loaded.state)
  return loaded
}

/** Releases the claims of a deleted voucher. */
export async function releaseDeleted(
  { repositories }: ElectronicDependencies,
  { voucherId, origin }: VoucherTarget,
  voucher: ExpenseVoucher,
): Promise<void> {
  if (voucher.status !== 'deleted') return
  const { claims } = voucher.content
  await releaseEnded(voucherClaimant(repositories), voucherId, { claims, origin })
}

/** The provider has cancelled the document, but it is no longer being deleted here. */
const superseded = {
  kind: 'unknown',
  errorCode: 'SUPERSEDED',
  errorMessage: 'The document has changed meanwhile.',
} as const

/** Another attempt goes on with it: what this one was refused is no end. */
function refusalOfDeletion(failed: FailedCall, voucher: ElectronicVoucher, attemptId: string) {
  const { state } = voucher.document
  const isOpen = state === 'deleting' && failed.kind !== 'unknown'
  return isOpen
    ? outcomeUnknown({ attemptId, state })
    : refusalOf(failed, refused(voucher, attemptId))
}

const refused = ({ document: { state } }: ElectronicVoucher, attemptId: string) => ({
  attemptId,
  unreadable: 'E_DOCUMENT_RESULT_UNKNOWN' as const,
  state,
})

export const startDeletion =
  (timing: AttemptTiming): Decision =>
  (voucher) =>
    voucher.status === 'electronic'
      ? startAttempt(timing, (electronic) => deleteElectronic(timing, electronic))(voucher)
      : deletePaper(voucher)

export const restartDeletion =
  (timing: AttemptTiming): Decision =>
  (voucher) =>
    voucher.status === 'deleted'
      ? []
      : startAttempt(timing, (electronic) =>
          electronic.deletedFrom === null ? [] : deleteElectronic(timing, electronic),
        )(voucher)

function deletePaper(voucher: Exclude<ExpenseVoucher, ElectronicVoucher>): ExpenseVoucherEvent[] {
  switch (voucher.status) {
    case 'draft':
      return [deleted(voucher)]
    case 'finalizing':
    case 'finalized':
      return reject('CONFLICT', 'A finalized voucher cannot be deleted.')
    case 'none':
    case 'deleted':
    case 'abandoned':
      return notFound('voucher')
    default:
      return assertNever(voucher)
  }
}

/** A document that was never sent to the provider is deleted at once. */
function deleteElectronic(
  { attemptId, now: startedAt }: AttemptTiming,
  voucher: ElectronicVoucher,
): ExpenseVoucherEvent[] {
  permit('delete', voucher)
  if (!isAtProvider(voucher)) return [deleted(voucher)]
  const state = voucher.deletedFrom === null ? voucher.document.state : voucher.deletedFrom
  return [{ type: 'DeletionStarted', data: { ...attemptOf(voucher, attemptId), state, startedAt } }]
}

type Deletion = Pick<AttemptTiming, 'attemptId' | 'now'> & {
  readonly outcome: CallOutcome<object>
}

export const recordDeletion =
  ({ attemptId, outcome, now }: Deletion): Decision =>
  (voucher) => {
    if (voucher.status === 'deleted') return []
    const electronic = electronicOnly(voucher)
    const { attempt, deletedFrom: state } = electronic
    if (state === null) return []
    if (outcome.kind === 'done') return [deleted(electronic)]
    if (attempt?.id !== attemptId) return []
    const data = { ...attemptOf(electronic, attemptId), ...failureOf(outcome) }
    return outcome.kind === 'unknown'
      ? [{ type: 'DeletionUnknown', data: { ...data, givenUpAt: now } }]
      : [{ type: 'DeletionRefused', data: { ...data, state, refusedAt: now } }]
  }

export function deleted({ content }: Pick<ElectronicVoucher, 'content'>): ExpenseVoucherEvent {
  const { voucherId, bankTransactionId, claims } = content
  return { type: 'DraftDeleted', data: { voucherId, bankTransactionId, claims } }
}
