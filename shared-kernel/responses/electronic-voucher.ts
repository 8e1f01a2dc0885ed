import type { Static } from 'typebox'
import type { ElectronicVoucher } from '#kernel/contract/e-documents.ts'
import type { ElectronicDocument } from './electronic-document.ts'

/** What a row of `expense_voucher` has of the electronic document; all null for paper. */
export interface DocumentRow<Moment> {
  readonly environment: ElectronicDocument['environment'] | null
  readonly uuid: string | null
  readonly official_number: string | null
  readonly state: ElectronicDocument['state'] | null
  readonly document_phone: string | null
  readonly frozen_at: Moment | null
  readonly prepared_at: Moment | null
  readonly sms_sent_at: Moment | null
  readonly sms_retry_at: Moment | null
  readonly accepted_at: Moment | null
  readonly finalized_at: Moment | null
  readonly last_checked_at: Moment | null
  readonly provider_status: ElectronicDocument['providerStatus'] | null
  readonly status_detail: string | null
  readonly report_status: ElectronicDocument['reportStatus']
  readonly cancelled: boolean | null
  readonly error_code: string | null
  readonly error_message: string | null
}

/** The answer of every step of an electronic voucher. */
export const electronicVoucher = ({
  id,
  isFinalized,
  document,
}: {
  readonly id: string
  readonly isFinalized: boolean
  readonly document: ElectronicDocument
}): Static<typeof ElectronicVoucher> => ({
  id,
  documentMode: 'electronic',
  isFinalized,
  eDocument: shownDocument(document),
})

/** With every moment as answers show it: to the millisecond. */
export const shownDocument = (document: ElectronicDocument): ElectronicDocument => ({
  ...document,
  frozenAt: shownMoment(document.frozenAt),
  preparedAt: shownMoment(document.preparedAt),
  smsSentAt: shownMoment(document.smsSentAt),
  smsRetryAt: shownMoment(document.smsRetryAt),
  acceptedAt: shownMoment(document.acceptedAt),
  finalizedAt: shownMoment(document.finalizedAt),
  lastCheckedAt: shownMoment(document.lastCheckedAt),
})

const shownMoment = (moment: string | null) =>
  moment === null ? null : new Date(moment).toISOString()

/** The document that a row is of; null for paper. `isoOf` says how the row's moments are read. */
export function documentOfRow<Moment>(
  row: DocumentRow<Moment>,
  isoOf: (moment: Moment) => string,
): ElectronicDocument | null {
  const { environment, state, provider_status: providerStatus } = row
  if (environment === null || state === null || providerStatus === null) return null
  const iso = (moment: Moment | null) => (moment === null ? null : isoOf(moment))
  return {
    environment,
    uuid: row.uuid,
    number: row.official_number,
    state,
    phone: row.document_phone,
    frozenAt: iso(row.frozen_at),
    preparedAt: iso(row.prepared_at),
    smsSentAt: iso(row.sms_sent_at),
    smsRetryAt: iso(row.sms_retry_at),
    acceptedAt: iso(row.accepted_at),
    finalizedAt: iso(row.finalized_at),
    lastCheckedAt: iso(row.last_checked_at),
    providerStatus,
    statusDetail: row.status_detail,
    reportStatus: row.report_status,
    cancelled: row.cancelled,
    errorCode: row.error_code,
    errorMessage: row.error_message,
  }
}
