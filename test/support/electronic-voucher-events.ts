import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { type EventBuilder, eventsOf, typesOf } from './an-event.ts'

export const UUID = 'a1c5d2e0-6f0e-4a51-9a3b-2f6c1d7e8b90'
const ATTEMPT = '3f2c1a4e-9b7d-4c55-8a61-0d9e8f7a6b5c'
const silence = { errorCode: 'TIMEOUT', errorMessage: 'No answer came in time.' }

/** What can happen to an electronic voucher, as the command service writes it. */
export const electronicVoucherEvents = (
  voucherId: string,
  uuid = UUID,
): EventBuilder<ExpenseVoucherEvent> =>
  eventsOf(expenseVoucherEvents, {
    values: {
      voucherId,
      uuid,
      attemptId: ATTEMPT,
      errorCode: 'QUOTA',
      errorMessage: 'Bugünlük hak doldu.',
      officialNumber: 'GPE2026000000042',
      serial: 'GP',
    },
    ofType: {
      PreparationStarted: {
        seller: { taxNumber: '10000000146', phone: '905321234567' },
        startedAt: '2026-11-20T10:00:01Z',
      },
      VoucherPrepared: { preparedAt: '2026-11-20T10:00:02.5Z' },
      PreparationUnknown: silence,
      SmsSent: { sentAt: '2026-11-20T10:00:06.123Z', retryAt: '2026-11-20T10:00:59Z' },
      SmsUnknown: { ...silence, retryAt: '2026-11-20T10:00:58Z' },
      SubmissionUnknown: silence,
      ProviderAccepted: { acceptedAt: '2026-11-20T10:00:13.123999999Z', givenNumber: null },
      StatusChecked: {
        found: 'accepted',
        statusDetail: 'GİB’e iletildi',
        reportStatus: 'NotReported',
        cancelled: false,
        checkedAt: '2026-11-20T10:00:15.001Z',
      },
      DeletionStarted: { state: 'prepared' },
      DeletionRefused: { state: 'prepared' },
      DeletionUnknown: silence,
    },
  })

/** What happens to electronic vouchers alone. One of another system may be on paper, too. */
export const electronicTypes = typesOf(expenseVoucherEvents, 'uuid').filter(
  (type) => type !== 'VoucherImported',
)
