import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import { electronicVoucherEvents } from '#test/support/electronic-voucher-events.ts'

/** Events of an electronic voucher: each type, full and with all left out that may be. */
export function electronicVoucherExamples(voucherId: string): readonly ExpenseVoucherEvent[] {
  const events = electronicVoucherEvents(voucherId)
  return [
    events.preparationStarted(),
    events.prepared(),
    events.preparationRefused(),
    events.preparationUnknown(),
    events.smsRequested(),
    events.smsSent(),
    events.smsRefused('prepared'),
    events.smsRefused('verification_pending'),
    events.smsUnknown(),
    events.submissionStarted(),
    events.codeRefused(),
    events.submissionRefused(),
    events.submissionRefused(null),
    events.submissionUnknown(),
    events.accepted({ givenNumber: '7' }),
    events.accepted({ attemptId: null, officialNumber: null }),
    events.completionFailed(),
    events.statusChecked(),
    events.statusChecked({
      found: 'notFound',
      statusDetail: null,
      reportStatus: null,
      cancelled: null,
    }),
    events.deletionStarted(),
    events.deletionRefused(),
    events.deletionUnknown(),
    events.resolved('accepted'),
    events.resolved('neverArrived'),
    events.lateAnswer(),
    events.lateAnswer({ outcome: 'refused', officialNumber: null }),
  ]
}
