import { type CallOutcome, failureOf } from '#command/provider-documents/attempt.ts'
import { askTaxpayerRegistry } from '#command/providers/taxpayer-registry/ask.ts'
import type { TaxpayerRegistry } from '#command/providers/taxpayer-registry/port.ts'
import { detail } from '#kernel/domain/detail.ts'
import { filled } from '#kernel/domain/messages/message.ts'
import { reject } from '#kernel/domain/rejection.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import { standingIn } from '#kernel/events/voucher-life.ts'
import { callProvider } from './call.ts'
import { complete, isSourcePassive } from './complete.ts'
import {
  type AttemptTiming,
  attemptOf,
  isDue,
  onElectronic,
  permit,
  refuseState,
  startAttempt,
} from './electronic-rules.ts'
import { type ElectronicVoucher, isCodeProblem } from './electronic-voucher.ts'
import {
  type ElectronicDependencies,
  executeElectronic,
  type LoadedVoucher,
  loadElectronic,
  numberingOf,
  type RequestedNumber,
  type VoucherTarget,
} from './repository.ts'
import type { Decision } from './voucher.ts'

/** Submits the document with the seller's code, which is handed on and kept nowhere. */
export async function confirm(
  dependencies: ElectronicDependencies & { readonly taxpayers: TaxpayerRegistry },
  target: VoucherTarget,
  code: string,
): Promise<LoadedVoucher> {
  const { voucher } = await loadElectronic(dependencies, target)
  permit('confirm', voucher)
  refuseGuessing(voucher)
  await refusePassiveSource(dependencies, target, voucher)
  await refuseTaxpayer(dependencies, target, voucher)
  const numbering = await numberingOf(dependencies, target.origin.companyId, voucher.content)
  let isAccepted = false
  const submitting = callProvider(dependencies, target, {
    start: startSubmission,
    call: ({ document: { uuid } }, call) => dependencies.integrator.submitVoucher(call, uuid, code),
    record: (submission, { begun, target: attempting }) => {
      isAccepted = submission.outcome.kind === 'done'
      const { uuid } = begun.document
      const decision = recordSubmission({ ...submission, uuid, numbering })
      return executeElectronic(dependencies, attempting, decision)
    },
    unreadable: 'E_DOCUMENT_RESPONSE_INVALID',
  })
  const submitted = await submitting.catch((error: unknown) => {
    if (!isAccepted) throw error
    return inReview(dependencies, target, { error, state: 'review_required' })
  })
  const completing = complete(dependencies, target, submitted)
  const { state } = submitted.voucher.document
  const completed = await completing.catch((error: unknown) =>
    inReview(dependencies, target, { error, state }),
  )
  if (completed.voucher.document.state === 'sent') return completed
  return refuseState('E_DOCUMENT_REVIEW_REQUIRED', completed.voucher.document.state)
}

export const startSubmission = (timing: AttemptTiming): Decision =>
  startAttempt(timing, (voucher) => {
    permit('confirm', voucher)
    refuseGuessing(voucher)
    const data = { ...attemptOf(voucher, timing.attemptId), startedAt: timing.now }
    return [{ type: 'SubmissionStarted', data }]
  })

const MOST_WRONG_CODES = 5

/** A code has few digits: without a limit a caller could try them all. */
function refuseGuessing({ wrongCodes, document: { state } }: ElectronicVoucher): void {
  if (wrongCodes < MOST_WRONG_CODES) return
  const message = filled('All {count} codes given for this SMS were wrong; send another one.', {
    count: MOST_WRONG_CODES,
  })
  reject('E_DOCUMENT_REJECTED', message, [detail('data.code', 'attempts', { state })])
}

interface Submission {
  readonly attemptId: string
  readonly uuid: string
  readonly now: string
  readonly outcome: CallOutcome<{ readonly number: string; readonly acceptedAt: string }>
  readonly numbering: RequestedNumber
}

export const recordSubmission = (submission: Submission): Decision =>
  onElectronic((voucher) => {
    const { attemptId, outcome, now } = submission
    if (outcome.kind === 'done') return accepted(submission, voucher, outcome.answer)
    if (voucher.acceptance !== null) return contradicting(submission, voucher)
    const states = { running: 'dispatching', expired: ['review_required'] } as const
    if (!isDue({ attemptId, outcome }, voucher, states)) return []
    const data = { ...attemptOf(voucher, attemptId), ...failureOf(outcome) }
    if (outcome.kind === 'unknown') {
      return [{ type: 'SubmissionUnknown', data: { ...data, givenUpAt: now } }]
    }
    // Another code may be tried on the same document.
    const maySubmitAgain = outcome.kind === 'notTaken' || isCodeProblem(outcome.errorCode)
    const type = maySubmitAgain ? 'CodeRefused' : 'SubmissionRefused'
    return [{ type, data: { ...data, refusedAt: now } }]
  })

/** A document that the provider has accepted is official, even if another outcome was recorded in between. */
function accepted(
  { uuid, attemptId, now, numbering }: Submission,
  voucher: ElectronicVoucher,
  { number: officialNumber, acceptedAt }: { number: string; acceptedAt: string },
): ExpenseVoucherEvent[] {
  const { acceptance, content, lateAttemptId } = voucher
  if (acceptance?.uuid === uuid && acceptance.officialNumber === officialNumber) return []
  const data = { voucherId: content.voucherId, uuid, attemptId, officialNumber }
  if (canBeAccepted(voucher, uuid)) {
    return [{ type: 'ProviderAccepted', data: { ...data, acceptedAt, ...numbering } }]
  }
  if (lateAttemptId === attemptId) return []
  return [{ type: 'LateAnswerReceived', data: { ...data, outcome: 'accepted', receivedAt: now } }]
}

/** The provider refuses what counts as accepted: a person decided so, or it contradicts itself. */
function contradicting(
  { uuid, attemptId, outcome, now: receivedAt }: Submission,
  { attempt, content, lateAttemptId }: ElectronicVoucher,
): ExpenseVoucherEvent[] {
  if (outcome.kind !== 'refused' || attempt?.id !== attemptId || lateAttemptId === attemptId)
    return []
  const data = { voucherId: content.voucherId, uuid, attemptId, officialNumber: null }
  return [{ type: 'LateAnswerReceived', data: { ...data, outcome: 'refused', receivedAt } }]
}

export const canBeAccepted = ({ document, acceptance }: ElectronicVoucher, uuid: string) =>
  acceptance === null && document.uuid === uuid && standingIn(document.state).canBeAccepted === true

async function refusePassiveSource(
  dependencies: ElectronicDependencies,
  target: VoucherTarget,
  voucher: ElectronicVoucher,
): Promise<void> {
  if (!(await isSourcePassive(dependencies, target, voucher))) return
  const { state } = voucher.document
  reject('BANK_ACCOUNT_INACTIVE', 'The bank account of the source is passive.', [
    detail('id', 'active', { state }),
  ])
}

/** If the company blocks taxpayers, a seller who has registered since the draft gets no voucher. */
async function refuseTaxpayer(
  { taxpayers, references }: Parameters<typeof confirm>[0],
  { origin }: VoucherTarget,
  { content, document: { state } }: ElectronicVoucher,
): Promise<void> {
  const settings = references.settings(origin.companyId)
  const taxNumber = valueUnlessForgotten(content.seller)?.taxNumber
  if (settings?.expense?.blockEInvoiceTaxpayers !== true || taxNumber === undefined) return
  const question = { requestId: origin.requestId ?? undefined, isForOfficial: true }
  if (!(await askTaxpayerRegistry(taxpayers, taxNumber, question))) return
  reject('E_DOCUMENT_REJECTED', 'The seller is an e-invoice taxpayer.', [
    detail('customer.taxNumber', 'eInvoiceTaxpayer', { state }),
  ])
}

interface Incomplete {
  readonly error: unknown
  /** As it counts while the log cannot be read. */
  readonly state: ElectronicVoucher['document']['state']
}

/**
 * The provider has accepted the document, and that could not be recorded, or not be completed: the
 * recovery or `status` does it, unless it has been done after all.
 */
async function inReview(
  dependencies: ElectronicDependencies,
  target: VoucherTarget,
  { error, state }: Incomplete,
): Promise<LoadedVoucher> {
  dependencies.logger.error({ err: error }, 'an accepted voucher could not be completed')
  const loaded = await loadElectronic(dependencies, target).catch(() => undefined)
  const now = loaded?.voucher.document.state ?? state
  if (loaded !== undefined && now === 'sent') return loaded
  return refuseState('E_DOCUMENT_REVIEW_REQUIRED', now === 'dispatching' ? state : now)
}
