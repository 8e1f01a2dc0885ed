import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import { instant, type Row } from './values.ts'

const KEPT = 'uuid official_number document_phone'
const MOMENTS =
  'frozen_at prepared_at sms_sent_at sms_retry_at accepted_at finalized_at last_checked_at'
const SAID = 'status_detail report_status cancelled error_code error_message'

/** No document: a paper voucher's columns, and an electronic one's before anything happened. */
export const noDocument: Row = {
  ...Object.fromEntries(`${KEPT} ${MOMENTS} ${SAID}`.split(' ').map((name) => [name, null])),
  provider_status: null,
}

/** In which state each event leaves the document; others say it themselves, or leave it as it is. */
const states: Readonly<Record<string, string>> = {
  PreparationStarted: 'preparing',
  VoucherPrepared: 'prepared',
  PreparationRefused: 'failed',
  PreparationUnknown: 'draft',
  SmsRequested: 'sms_sending',
  SmsSent: 'verification_pending',
  SubmissionStarted: 'dispatching',
  CodeRefused: 'verification_pending',
  SubmissionRefused: 'failed',
  SubmissionUnknown: 'review_required',
  ProviderAccepted: 'provider_accepted',
  LocalCompletionFailed: 'review_required',
  VoucherFinalized: 'sent',
  DeletionStarted: 'deleting',
}

const providerStatuses: Readonly<Record<string, string>> = {
  VoucherPrepared: 'waiting',
  PreparationRefused: 'error',
  PreparationUnknown: 'unknown',
  SubmissionRefused: 'error',
  SubmissionUnknown: 'unknown',
  ProviderAccepted: 'succeed',
}

const foundAs = {
  draft: 'waiting',
  accepted: 'succeed',
  rejected: 'error',
  cancelled: 'error',
  notFound: 'unknown',
} as const

/** What an event changes in the columns of an electronic voucher's document. */
export function documentChanges(before: Row, event: ExpenseVoucherEvent): Row {
  const { type } = event
  if (type === 'LateAnswerReceived') return {}
  const state = states[type] ?? ('state' in event.data ? event.data.state : undefined)
  const status = providerStatuses[type]
  const moves = state !== undefined || type === 'DeletionUnknown'
  return {
    ...(state === undefined ? {} : { state }),
    ...(status === undefined ? {} : { provider_status: status }),
    ...(moves ? { error_code: null, error_message: null } : {}),
    ...('errorCode' in event.data
      ? {
          error_code: event.data.errorCode,
          error_message: valueUnlessForgotten(event.data.errorMessage),
        }
      : {}),
    ...ownChanges(before, event),
  }
}

function ownChanges(before: Row, event: ExpenseVoucherEvent): Row {
  switch (event.type) {
    case 'PreparationStarted': {
      const { uuid, seller, startedAt } = event.data
      const nextDocument = {
        ...noDocument,
        provider_status: 'unknown',
        sms_retry_at: before['sms_retry_at'],
      }
      const phone = 'phone' in seller ? seller.phone : null
      const locked = { uuid, document_phone: phone, frozen_at: shown(startedAt) }
      return before['uuid'] === uuid ? locked : { ...nextDocument, ...locked }
    }
    case 'VoucherPrepared':
      return { prepared_at: shown(event.data.preparedAt) }
    case 'PreparationRefused':
    case 'PreparationUnknown':
      return { document_phone: null, frozen_at: null }
    case 'SmsSent':
      return { sms_sent_at: shown(event.data.sentAt), sms_retry_at: shown(event.data.retryAt) }
    case 'SmsUnknown':
      return { sms_retry_at: shown(event.data.retryAt) }
    case 'ProviderAccepted':
      return {
        official_number: event.data.officialNumber,
        accepted_at: shown(event.data.acceptedAt),
      }
    case 'LocalCompletionFailed':
      return {
        error_code: 'BANK_ACCOUNT_INACTIVE',
        error_message: 'The bank account of the source is passive.',
      }
    case 'VoucherFinalized':
      return { finalized_at: shown(event.data.printDate) }
    case 'StatusChecked': {
      const { found, statusDetail, reportStatus, cancelled, checkedAt } = event.data
      return {
        provider_status: foundAs[found],
        status_detail: valueUnlessForgotten(statusDetail),
        report_status: reportStatus,
        cancelled: before['state'] === 'sent' && before['cancelled'] === true ? true : cancelled,
        last_checked_at: shown(checkedAt),
      }
    }
    case 'VoucherCancelled':
      return { cancelled: true }
    case 'OutcomeResolved':
      return event.data.resolvedAs === 'accepted' ? {} : neverArrived
    default:
      return {}
  }
}

const neverArrived = {
  state: 'failed',
  provider_status: 'unknown',
  error_code: 'NEVER_ARRIVED',
  error_message: 'It was found that the submission never reached the provider.',
}

/** As answers show it: what is finer than a millisecond is cut off. */
const shown = (moment: string) => instant(moment.replace(/(\.\d{3})\d+Z$/, '$1Z'))
