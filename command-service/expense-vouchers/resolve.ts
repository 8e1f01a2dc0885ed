import type { Loaded } from '#command/event-sourcing/repository.ts'
import { callOf } from '#command/provider-documents/attempt.ts'
import {
  type OperatorDecision,
  type Resolution,
  type Resolvable,
  refuse,
  resolveDocument,
} from '#command/provider-documents/resolve.ts'
import { filled } from '#kernel/domain/messages/message.ts'
import { reject } from '#kernel/domain/rejection.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import { standingIn } from '#kernel/events/voucher-life.ts'
import { complete } from './complete.ts'
import { deleted, releaseDeleted } from './delete.ts'
import { afterDeadline, settleExpired, type Timing } from './electronic-rules.ts'
import {
  type ElectronicVoucher,
  isAtProvider,
  isIncomplete,
  type VoucherAtProvider,
} from './electronic-voucher.ts'
import {
  type ElectronicDependencies,
  execute,
  executeElectronic,
  type LoadedVoucher,
  numberingOf,
  type RequestedNumber,
  timingNow,
  type VoucherTarget,
} from './repository.ts'
import { foundAs, recordStatus } from './status.ts'
import type { Decision, ExpenseVoucher } from './voucher.ts'

type Settled = Pick<Loaded<ExpenseVoucher>, 'state' | 'position'>

interface Resolving {
  readonly order: OperatorDecision
  readonly requestId: string
}

/** Settles a voucher whose outcome is unknown: by the provider's answer, or else by a person's decision. */
export async function resolveVoucher(
  dependencies: ElectronicDependencies,
  target: VoucherTarget,
  resolving: Resolving,
): Promise<Resolution> {
  const expiring = settleExpired(timingNow(dependencies))
  const { voucher, position } = await executeElectronic(dependencies, target, expiring)
  refuseUnlessOpen(voucher)
  const document = resolvable(dependencies, target, { ...resolving, voucher, position })
  const { state, ...decided } = await resolveDocument(document, resolving.order)
  const { companyId } = target.origin
  const ids = { id: target.voucherId, companyId, uuid: voucher.document.uuid }
  return { ...ids, ...decided, ...standingOf(state) }
}

type OpenVoucher = LoadedVoucher & { readonly voucher: VoucherAtProvider }

function resolvable(
  dependencies: ElectronicDependencies,
  target: VoucherTarget,
  { voucher, position: loadedAt, order, requestId }: OpenVoucher & Resolving,
): Resolvable<Settled> {
  const { integrator } = dependencies
  const { companyId } = target.origin
  const { content, document } = voucher
  const { uuid } = document
  const call = callOf(dependencies, voucher.content, { companyId, requestId })
  const numbering = () => numberingOf(dependencies, companyId, content)
  const completed = async (accepted: LoadedVoucher) => {
    const { voucher: state, position } = await complete(dependencies, target, accepted)
    return { state, position }
  }
  return {
    isDeleting: document.state === 'deleting',
    incomplete: isIncomplete(voucher)
      ? {
          officialNumber: voucher.acceptance.officialNumber,
          complete: () => completed({ voucher, position: loadedAt }),
        }
      : null,
    askStatus: () => integrator.voucherStatus(call, uuid),
    cancel: () => integrator.cancelVoucher(call, uuid),
    recordStatus: async (status) => {
      const check = { uuid, ...foundAs(status), numbering: await numbering() }
      const decision = recordStatus({ ...check, ...timingNow(dependencies) })
      return completed(await executeElectronic(dependencies, target, decision))
    },
    recordDecision: async () => {
      const { resolvedAs, reason, number } = order
      const timing = timingNow(dependencies)
      const accepted = { number, acceptedAt: timing.now }
      const decided = {
        uuid,
        resolvedAs,
        reason,
        accepted,
        numbering: await numbering(),
        ...timing,
      }
      const { state, position } = await execute(dependencies, target, resolveOutcome(decided))
      if (state.status === 'electronic') return completed({ voucher: state, position })
      await releaseDeleted(dependencies, target, state)
      return { state, position }
    },
  }
}

function refuseUnlessOpen(voucher: ElectronicVoucher): asserts voucher is VoucherAtProvider {
  const { state } = voucher.document
  const isOpen = isIncomplete(voucher) || state === 'review_required' || state === 'deleting'
  if (isOpen && isAtProvider(voucher)) return
  refuse(
    standingIn(state).waitsFor === 'answer'
      ? `The document is ${state}, and its attempt is not older than the deadline: wait for its outcome.`
      : `The document is ${state}: there is nothing to resolve.`,
  )
}

function standingOf(voucher: ExpenseVoucher) {
  if (voucher.status !== 'electronic') {
    const none = { officialNumber: null, serial: null, number: null, isLeftOpenBy: null }
    return { ...none, state: voucher.status }
  }
  const { document, finalization } = voucher
  return {
    state: document.state,
    officialNumber: document.number,
    serial: finalization?.serial ?? null,
    number: finalization?.number ?? null,
    isLeftOpenBy: isIncomplete(voucher)
      ? `The document is accepted, but cannot be completed yet: ${document.errorMessage}`
      : null,
  }
}

export type OutcomeDecision = Timing &
  Pick<OperatorDecision, 'resolvedAs' | 'reason'> & {
    /** The document that the provider was asked about. */
    readonly uuid: string
    readonly accepted: { readonly number: string | null; readonly acceptedAt: string } | null
    readonly numbering: RequestedNumber
  }

/** A person's decision about what stays unknown, after the provider was asked. */
export const resolveOutcome = (outcome: OutcomeDecision): Decision =>
  afterDeadline(outcome, (voucher) => {
    const { uuid, resolvedAs, reason, accepted, numbering, now: resolvedAt } = outcome
    const { acceptance, content, document } = voucher
    const isUnknown = document.state === 'review_required' && acceptance === null
    const isDeleting = document.state === 'deleting' && resolvedAs === 'neverArrived'
    if (!isUnknown && !isDeleting) {
      return reject(
        'CONFLICT',
        filled('The document is {state}: there is nothing to resolve.', { state: document.state }),
      )
    }
    if (document.uuid !== uuid) {
      return reject(
        'CONFLICT',
        'The document has been prepared again meanwhile: nothing was resolved.',
      )
    }
    const { voucherId } = content
    const resolved = { voucherId, uuid, resolvedAs, reason, resolvedAt }
    const events: ExpenseVoucherEvent[] = [{ type: 'OutcomeResolved', data: resolved }]
    if (isDeleting) return [...events, deleted(voucher)]
    if (resolvedAs === 'neverArrived') return events
    const { number: officialNumber = null, acceptedAt = resolvedAt } = accepted ?? {}
    const data = { voucherId, uuid, attemptId: null, officialNumber, acceptedAt, ...numbering }
    return [...events, { type: 'ProviderAccepted', data }]
  })
