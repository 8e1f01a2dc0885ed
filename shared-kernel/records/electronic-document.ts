import { Type } from 'typebox'
import { E_DOCUMENT_STATES, type ElectronicDocument } from '#kernel/events/electronic-document.ts'
import { flag, instant, oneOf, orNull, text } from './field.ts'

const environmentField = oneOf('test', 'live')
const stateField = oneOf(...E_DOCUMENT_STATES)
const providerStatusField = oneOf('unknown', 'waiting', 'succeed', 'error')
const reportStatusField = oneOf('NotReported', 'Reported')

/** The columns of an electronic voucher's document, besides its state; all null for paper. */
export const documentFields = {
  environment: orNull(environmentField),
  uuid: orNull(text),
  officialNumber: orNull(text),
  documentPhone: orNull(text),
  frozenAt: orNull(instant),
  preparedAt: orNull(instant),
  smsSentAt: orNull(instant),
  smsRetryAt: orNull(instant),
  acceptedAt: orNull(instant),
  finalizedAt: orNull(instant),
  lastCheckedAt: orNull(instant),
  providerStatus: orNull(providerStatusField),
  statusDetail: orNull(text),
  reportStatus: orNull(reportStatusField),
  cancelled: orNull(flag),
  errorCode: orNull(text),
  errorMessage: orNull(text),
}
export const documentState = orNull(stateField)

const nullableText = orNull(text).schema
const nullableMoment = orNull(instant).schema

/** An electronic voucher's `eDocument`, as every response shows it. */
export const EDocument = Type.Object(
  {
    environment: environmentField.schema,
    uuid: nullableText,
    number: Type.Union([Type.String(), Type.Null()], {
      description: 'The official number; null until the provider has accepted the document.',
    }),
    state: stateField.schema,
    phone: Type.Union([Type.String(), Type.Null()], {
      description: 'The phone that receives the code, locked when the document is prepared.',
    }),
    frozenAt: nullableMoment,
    preparedAt: nullableMoment,
    smsSentAt: nullableMoment,
    smsRetryAt: nullableMoment,
    acceptedAt: nullableMoment,
    finalizedAt: nullableMoment,
    lastCheckedAt: nullableMoment,
    providerStatus: providerStatusField.schema,
    statusDetail: nullableText,
    reportStatus: orNull(reportStatusField).schema,
    cancelled: orNull(flag).schema,
    errorCode: nullableText,
    errorMessage: nullableText,
  },
  { title: 'EDocument' },
)

/** The columns of `expense_voucher` for the electronic document; all null for paper. */
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

/** The document in a row; null for paper. `isoOf` formats the row's moments. */
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
