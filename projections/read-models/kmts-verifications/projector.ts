import { assertNever } from '#kernel/domain/assert-never.ts'
import { noEntry } from '#kernel/domain/kmts-entry.ts'
import {
  type KmtsVerificationEvent,
  kmtsVerificationEvents,
} from '#kernel/events/kmts-verification.ts'
import type { EventMetadata } from '#kernel/events/metadata.ts'
import type { kmtsVerifications } from '#kernel/records/kmts-verifications.ts'
import type { RowOf } from '#kernel/records/table.ts'
import { microsecondsOf } from '#kernel/records/times.ts'
import { nextChange, wantLastChange } from '#projections/read-models/changes.ts'
import { columnsOf } from '#projections/read-models/columns.ts'
import { projector } from '#projections/read-models/projector.ts'
import type { ReadModel } from '#projections/read-models/read-model.ts'

type Verification = RowOf<typeof kmtsVerifications>
type Columns = Omit<Verification, 'updated_at'>

export const kmtsVerificationProjector = projector(kmtsVerificationEvents, {
  version: 1,
  prepare({ event, metadata }, model) {
    wantLastChange(model, metadata, 'kmtsVerifications')
    model.kmtsVerification.want(metadata.companyId, event.data.verificationId)
  },
  apply({ event, metadata }, model) {
    const updated_at = nextChange(model, metadata, 'kmtsVerifications')
    model.kmtsVerification.put({ ...columnsAfter(event, metadata, model), updated_at })
  },
})

function columnsAfter(
  event: KmtsVerificationEvent,
  metadata: EventMetadata,
  model: ReadModel,
): Columns {
  switch (event.type) {
    case 'KmtsQueryStarted':
      return startedColumns(event.data, metadata.companyId)
    case 'KmtsVerificationRecorded':
      return recordedColumns(event.data, metadata.companyId)
    case 'KmtsChecked':
      return { ...startedRow(event, metadata, model), ...answeredColumns(event.data) }
    case 'KmtsQueryFailed':
      return { ...startedRow(event, metadata, model), ...failedColumns(event.data) }
    default:
      return assertNever(event)
  }
}

type Of<Type extends KmtsVerificationEvent['type']> = Extract<
  KmtsVerificationEvent,
  { type: Type }
>['data']

function startedRow({ type, data }: KmtsVerificationEvent, when: EventMetadata, model: ReadModel) {
  const row = model.kmtsVerification.get(when.companyId, data.verificationId)
  if (row !== undefined) return row
  throw new Error(`${type} of KMTS query ${data.verificationId}, which was never started`)
}

const startedColumns = (data: Of<'KmtsQueryStarted'>, companyId: string): Columns => ({
  company_id: companyId,
  id: data.verificationId,
  source: 'api',
  scanned_code: data.scannedCode,
  outcome: 'pending',
  is_verified: false,
  ...columnsOf(noEntry),
  checked_at: data.checkedAt,
  completed_at: null,
  duration_ms: null,
  error_code: null,
  error_message: null,
  retryable: false,
  created_at: microsecondsOf(data.checkedAt).toString(),
})

const answeredColumns = (data: Of<'KmtsChecked'>) => ({
  outcome: data.outcome,
  is_verified: data.outcome === 'verified',
  ...columnsOf(data.entry),
  completed_at: data.completedAt,
  duration_ms: data.durationMs,
})

const failedColumns = (data: Of<'KmtsQueryFailed'>) => ({
  outcome: 'provider_error' as const,
  completed_at: data.completedAt,
  duration_ms: data.durationMs,
  error_code: data.errorCode,
  error_message: data.errorMessage,
  retryable: true,
})

const recordedColumns = (data: Of<'KmtsVerificationRecorded'>, companyId: string): Columns => {
  const { verificationId: id, entry, createdAt, ...fields } = data
  return {
    ...columnsOf({ ...fields, ...entry }),
    company_id: companyId,
    id,
    created_at: microsecondsOf(createdAt).toString(),
  }
}
