import { callOf } from '#command/provider-documents/attempt.ts'
import type { VoucherStatus } from '#command/providers/integrator/port.ts'
import { detail } from '#kernel/domain/detail.ts'
import { reject } from '#kernel/domain/rejection.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import { standingIn } from '#kernel/events/voucher-life.ts'
import { canBeCancelled, cancellationOf } from './cancel.ts'
import { complete } from './complete.ts'
import { canBeAccepted } from './confirm.ts'
import {
  afterDeadline,
  permit,
  refuseState,
  settleExpired,
  type Timing,
} from './electronic-rules.ts'
import {
  type ElectronicVoucher,
  evolveElectronic,
  isAtProvider,
  isImported,
  isIncomplete,
  type VoucherAtProvider,
} from './electronic-voucher.ts'
import {
  type ElectronicDependencies,
  executeElectronic,
  type LoadedVoucher,
  loadElectronic,
  numberingOf,
  type RequestedNumber,
  timingNow,
  type VoucherTarget,
} from './repository.ts'
import { type Decision, electronicOnly } from './voucher.ts'

/** Asks the provider for the document's status, and completes a document that it has accepted. */
export async function checkStatus(
  dependencies: ElectronicDependencies,
  target: VoucherTarget,
  requestId: string,
): Promise<LoadedVoucher> {
  const loaded = await loadElectronic(dependencies, target)
  permit('status', loaded.voucher)
  if (isImported(loaded.voucher)) return loaded
  const settling = settleExpired(timingNow(dependencies))
  const settled = await executeElectronic(dependencies, target, settling)
  const { voucher } = settled
  if (!isAtProvider(voucher)) return settled
  const answered = await askProvider(dependencies, target, { voucher, requestId })
  const checked = answered ?? settled
  if (!isIncomplete(checked.voucher)) return answered ?? refuseUnclear(checked.voucher)
  const completed = await complete(dependencies, target, checked).catch((error: unknown) => {
    dependencies.logger.error({ err: error }, 'an accepted voucher could not be completed')
    return checked
  })
  if (!isIncomplete(completed.voucher)) return completed
  return refuseState('E_DOCUMENT_FINALIZATION_REQUIRED', completed.voucher.document.state)
}

interface Question {
  readonly voucher: VoucherAtProvider
  readonly requestId: string
}

/** Asks about a document that is complete, and records what is new. */
export const askAgain = (
  dependencies: ElectronicDependencies,
  target: VoucherTarget,
  question: Question,
) => askProvider(dependencies, target, question, recordNews)

/** Undefined without a clear answer. */
async function askProvider(
  dependencies: ElectronicDependencies,
  target: VoucherTarget,
  { voucher, requestId }: Question,
  decide = recordStatus,
): Promise<LoadedVoucher | undefined> {
  const { companyId } = target.origin
  const { uuid } = voucher.document
  const call = callOf(dependencies, voucher.content, { companyId, requestId })
  const answer = await dependencies.integrator.voucherStatus(call, uuid)
  if (answer.kind !== 'done' && answer.kind !== 'notFound') return undefined
  const found = answer.kind === 'done' ? foundAs(answer.answer) : nothingFound
  const numbering = await numberingOf(dependencies, companyId, voucher.content)
  const decision = decide({ uuid, ...found, numbering, ...timingNow(dependencies) })
  return executeElectronic(dependencies, target, decision)
}

const refuseUnclear = ({ document: { state } }: ElectronicVoucher): never =>
  reject('E_DOCUMENT_RESULT_UNKNOWN', 'The provider gives no clear answer; ask again later.', [
    detail('integrator', 'unknown', { state }),
  ])

type StatusChecked = Extract<ExpenseVoucherEvent, { type: 'StatusChecked' }>['data']

interface ProviderStatus {
  readonly status: Pick<StatusChecked, 'found' | 'statusDetail' | 'reportStatus' | 'cancelled'>
  readonly accepted: { readonly number: string; readonly acceptedAt: string } | null
}

export const foundAs = (status: VoucherStatus): ProviderStatus => ({
  status: {
    found: status.state,
    statusDetail: status.detail,
    reportStatus: status.reportStatus,
    cancelled: status.cancelled,
  },
  accepted:
    status.state === 'accepted' ? { number: status.number, acceptedAt: status.acceptedAt } : null,
})

const nothingFound: ProviderStatus = {
  status: { found: 'notFound', statusDetail: null, reportStatus: null, cancelled: null },
  accepted: null,
}

export type StatusCheck = Timing &
  ProviderStatus & { readonly uuid: string; readonly numbering: RequestedNumber }

/** The provider's answer settles what is open; that it knows of no document settles nothing. */
export const recordStatus = (check: StatusCheck): Decision =>
  afterDeadline(check, (voucher) => {
    const { uuid, status, accepted, numbering, now } = check
    const { voucherId } = voucher.content
    // An answer "draft" is older than the acceptance that is already recorded.
    const isOutdated = voucher.acceptance !== null && status.found === 'draft'
    if (voucher.document.uuid !== uuid || isOutdated) return []
    const checked: ExpenseVoucherEvent = {
      type: 'StatusChecked',
      data: { voucherId, uuid, ...status, checkedAt: now },
    }
    if (canBeCancelled(voucher)) {
      const isCancelled = status.cancelled === true || status.found === 'cancelled'
      return [checked, ...(isCancelled ? cancellationOf(voucher, now) : [])]
    }
    if (accepted !== null && canBeAccepted(voucher, uuid)) {
      const { number: officialNumber, acceptedAt } = accepted
      const data = { voucherId, uuid, attemptId: null, officialNumber, acceptedAt, ...numbering }
      return [checked, { type: 'ProviderAccepted', data }]
    }
    const { found } = status
    if ((found === 'rejected' || found === 'cancelled') && canBeRefused(voucher)) {
      const errorMessage = status.statusDetail ?? `The provider's document is ${found}.`
      const failure = { errorCode: found.toUpperCase(), errorMessage, refusedAt: now }
      const data = { voucherId, uuid, attemptId: null, ...failure }
      return [checked, { type: 'SubmissionRefused', data }]
    }
    return [checked]
  })

/**
 * The same of a question that nobody has asked: an answer that says what is known is not recorded, nor that the
 * provider knows of no document, which is no news of one that it has accepted.
 */
export const recordNews =
  (check: StatusCheck): Decision =>
  (voucher) => {
    if (check.status.found === 'notFound') return []
    const events = recordStatus(check)(voucher)
    const before = electronicOnly(voucher)
    const after = events.reduce(evolveElectronic, before)
    const isChanged = Object.entries(after.document).some(
      ([name, value]) => name !== 'lastCheckedAt' && value !== Reflect.get(before.document, name),
    )
    return isChanged || after.isCancelled !== before.isCancelled ? events : []
  }

const canBeRefused = ({ document: { state }, acceptance }: ElectronicVoucher) =>
  acceptance === null && standingIn(state).canBeRefused === true
