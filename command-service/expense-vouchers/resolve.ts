import { reject } from '#kernel/domain/rejection.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import type { Numbering } from './confirm.ts'
import { deleted } from './delete.ts'
import { afterDeadline, type Timing, uuidOf } from './electronic-rules.ts'
import type { Decision } from './voucher.ts'

export type Resolving = Timing & {
  readonly resolvedAs: 'accepted' | 'neverArrived'
  readonly reason: string
  readonly accepted: { readonly number: string | null; readonly acceptedAt: string } | null
  readonly numbering: Numbering
}

/** A person's decision about what stays unknown; its caller has asked the provider before. */
export const resolveOutcome = (resolving: Resolving): Decision =>
  afterDeadline(resolving, (voucher) => {
    const { resolvedAs, reason, accepted, numbering, now: resolvedAt } = resolving
    const { document, acceptance, content } = voucher
    const isUnknown = document.state === 'review_required' && acceptance === null
    const isDeleting = document.state === 'deleting' && resolvedAs === 'neverArrived'
    if (!isUnknown && !isDeleting) {
      return reject('CONFLICT', `The document is ${document.state}: there is nothing to resolve.`)
    }
    const { voucherId } = content
    const uuid = uuidOf(voucher)
    const resolved = { voucherId, uuid, resolvedAs, reason, resolvedAt }
    const events: ExpenseVoucherEvent[] = [{ type: 'OutcomeResolved', data: resolved }]
    if (isDeleting) return [...events, deleted(voucher)]
    if (resolvedAs === 'neverArrived') return events
    const { number: officialNumber, acceptedAt } = accepted ?? {
      number: null,
      acceptedAt: resolvedAt,
    }
    const data = { voucherId, uuid, attemptId: null, officialNumber, acceptedAt, ...numbering }
    return [...events, { type: 'ProviderAccepted', data }]
  })
