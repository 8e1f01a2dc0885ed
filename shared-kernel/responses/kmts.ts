import type { Static } from 'typebox'
import type { KmtsVerification } from '#kernel/contract/kmts.ts'
import { toJsonNumber } from '#kernel/domain/money.ts'
import { isoMicroseconds } from '#kernel/records/times.ts'

type Verification = Static<typeof KmtsVerification>

/** A row of `kmts_verification`: decimals and microseconds as text. */
export interface KmtsVerificationRow {
  readonly id: string
  readonly scanned_code: string
  readonly outcome: Verification['outcome']
  readonly is_verified: boolean
  readonly status: string | null
  readonly status_description: string | null
  readonly status_title_description: string | null
  readonly activation_date: Date | null
  readonly marking_date: Date | null
  readonly scan_verification_id: string | null
  readonly refinery_name: string | null
  readonly product_name: string | null
  readonly millesimal_fineness: string | null
  readonly weight_unit: string | null
  readonly metal: string | null
  readonly weight: string | null
  readonly package_prefix: string | null
  readonly method: string | null
  readonly method_description: string | null
  readonly source: Verification['source']
  readonly checked_at: Date
  readonly completed_at: Date | null
  readonly duration_ms: number | null
  readonly error_code: string | null
  readonly error_message: string | null
  readonly retryable: boolean
  readonly created_at: string
  readonly updated_at: string
}

export const kmtsVerification = (row: KmtsVerificationRow): Verification => ({
  id: row.id,
  scannedCode: row.scanned_code,
  outcome: row.outcome,
  isVerified: row.is_verified,
  status: row.status,
  statusDescription: row.status_description,
  statusTitleDescription: row.status_title_description,
  activationDate: row.activation_date?.toISOString() ?? null,
  markingDate: row.marking_date?.toISOString() ?? null,
  scanVerificationId: row.scan_verification_id,
  refineryName: row.refinery_name,
  productName: row.product_name,
  millesimalFineness: row.millesimal_fineness,
  weightUnit: row.weight_unit,
  metal: row.metal,
  weight: row.weight === null ? null : toJsonNumber(row.weight),
  packagePrefix: row.package_prefix,
  method: row.method,
  methodDescription: row.method_description,
  source: row.source,
  checkedAt: row.checked_at.toISOString(),
  completedAt: row.completed_at?.toISOString() ?? null,
  durationMs: row.duration_ms,
  errorCode: row.error_code,
  errorMessage: row.error_message,
  retryable: row.retryable,
  createdAt: isoMicroseconds(row.created_at),
  updatedAt: isoMicroseconds(row.updated_at),
})
