import { Type } from 'typebox'
import type { ElectronicDocument } from '#kernel/events/electronic-document.ts'
import { E_DOCUMENT_STATES } from '#kernel/events/voucher-life.ts'
import { described } from './described.ts'
import { flag, instant, nullableText, oneOf, orNull, text } from './field.ts'

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
  documentCancelled: orNull(flag).column('cancelled'),
  errorCode: orNull(text),
  errorMessage: orNull(text),
}
export const documentState = orNull(stateField)

const nullableMoment = orNull(instant).schema

/** An electronic voucher's `eDocument`, as every response shows it. */
export const EDocument = Type.Object(
  {
    environment: described(
      environmentField.schema,
      'Test or live environment, fixed when the voucher is created.',
      'live',
    ),
    uuid: described(
      nullableText,
      'Official id of the document at the provider; null before it is prepared.',
      '0f8fad5b-d9cb-469f-a165-70867728950e',
    ),
    number: described(
      nullableText,
      'The official number; null until the provider has accepted the document.',
      'GPM2026000000042',
    ),
    state: described(stateField.schema, 'Where the document stands.', 'sent'),
    phone: described(
      nullableText,
      'The phone that receives the code, locked when the document is prepared.',
      '905321234567',
    ),
    frozenAt: described(nullableMoment, 'When content and phone were locked.'),
    preparedAt: described(
      nullableMoment,
      'When the provider stored the draft.',
      '2026-11-20T09:45:00.870Z',
    ),
    smsSentAt: described(nullableMoment, 'When the last SMS was sent.', '2026-11-20T09:46:10.402Z'),
    smsRetryAt: described(
      nullableMoment,
      'The earliest time of the next SMS.',
      '2026-11-20T09:47:10.402Z',
    ),
    acceptedAt: described(
      nullableMoment,
      'When the provider accepted the document.',
      '2026-11-20T09:46:52.318Z',
    ),
    finalizedAt: described(
      nullableMoment,
      'When it was completed locally: number, stock and bank links.',
      '2026-11-20T09:46:52.561Z',
    ),
    lastCheckedAt: described(nullableMoment, 'When the provider was last asked.', null),
    providerStatus: described(
      providerStatusField.schema,
      'Status at the provider, independent of local finalization.',
      'succeed',
    ),
    statusDetail: described(nullableText, 'The provider’s explanation of the state.', null),
    reportStatus: described(orNull(reportStatusField).schema, 'Report to the tax authority.', null),
    cancelled: described(
      orNull(flag).schema,
      'Whether it was cancelled in the provider’s portal.',
      null,
    ),
    errorCode: described(nullableText, 'The provider’s code of the last error.', null),
    errorMessage: described(nullableText, 'The provider’s text of the last error.', null),
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
