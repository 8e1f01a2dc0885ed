import type { Static } from 'typebox'
import type { ElectronicVoucher } from '#kernel/contract/e-documents.ts'
import type { ElectronicDocument } from './electronic-document.ts'

/** What a row of `expense_voucher` has of the electronic document; all null for paper. */
export interface DocumentRow {
  readonly environment: ElectronicDocument['environment'] | null
  readonly uuid: string | null
  readonly official_number: string | null
  readonly state: ElectronicDocument['state'] | null
  readonly document_phone: string | null
  readonly frozen_at: Date | null
  readonly prepared_at: Date | null
  readonly sms_sent_at: Date | null
  readonly sms_retry_at: Date | null
  readonly accepted_at: Date | null
  readonly finalized_at: Date | null
  readonly last_checked_at: Date | null
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

/** A moment as every answer shows it, to the millisecond. */
export const shownMoment = (moment: string | Date | null): string | null =>
  moment === null ? null : new Date(moment).toISOString()

const shownDocument = (document: ElectronicDocument): ElectronicDocument => ({
  ...document,
  frozenAt: shownMoment(document.frozenAt),
  preparedAt: shownMoment(document.preparedAt),
  smsSentAt: shownMoment(document.smsSentAt),
  smsRetryAt: shownMoment(document.smsRetryAt),
  acceptedAt: shownMoment(document.acceptedAt),
  finalizedAt: shownMoment(document.finalizedAt),
  lastCheckedAt: shownMoment(document.lastCheckedAt),
})

export function documentOfRow(row: DocumentRow): ElectronicDocument | null {
  const { environment, state, provider_status: providerStatus } = row
  if (environment === null || state === null || providerStatus === null) return null
  return {
    environment,
    uuid: row.uuid,
    number: row.official_number,
    state,
    phone: row.document_phone,
    frozenAt: shownMoment(row.frozen_at),
    preparedAt: shownMoment(row.prepared_at),
    smsSentAt: shownMoment(row.sms_sent_at),
    smsRetryAt: shownMoment(row.sms_retry_at),
    acceptedAt: shownMoment(row.accepted_at),
    finalizedAt: shownMoment(row.finalized_at),
    lastCheckedAt: shownMoment(row.last_checked_at),
    providerStatus,
    statusDetail: row.status_detail,
    reportStatus: row.report_status,
    cancelled: row.cancelled,
    errorCode: row.error_code,
    errorMessage: row.error_message,
  }
}
