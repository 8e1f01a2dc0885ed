import { assertNever } from '#kernel/domain/assert-never.ts'
import type { KmtsVerificationEvent } from '#kernel/events/kmts-verification.ts'
import { columns, micros, type Row } from './values.ts'

const EMPTY =
  'status status_description status_title_description activation_date marking_date scan_verification_id refinery_name product_name millesimal_fineness weight_unit metal weight package_prefix method method_description completed_at duration_ms error_code error_message'

/** A query at the register after one more of its events, without what lists follow it by. */
export function kmtsRow(event: KmtsVerificationEvent, before: Row): Row {
  const { verificationId: id } = event.data
  switch (event.type) {
    case 'KmtsQueryStarted': {
      const { scannedCode, checkedAt } = event.data
      return {
        ...Object.fromEntries(EMPTY.split(' ').map((name) => [name, null])),
        ...columns({ id, scannedCode, checkedAt, source: 'api', outcome: 'pending' }),
        created_at: `${micros(checkedAt)}`,
        is_verified: false,
        retryable: false,
      }
    }
    case 'KmtsVerificationRecorded': {
      const { entry, createdAt, verificationId: _, ...told } = event.data
      return { ...columns(told), ...columns(entry), id, created_at: `${micros(createdAt)}` }
    }
    case 'KmtsChecked': {
      const { entry, outcome, completedAt, durationMs } = event.data
      const is_verified = outcome === 'verified'
      return {
        ...before,
        ...columns({ ...entry, outcome, completedAt, durationMs }),
        is_verified,
      }
    }
    case 'KmtsQueryFailed': {
      const { errorCode, errorMessage, completedAt, durationMs } = event.data
      const told = columns({ errorCode, errorMessage, completedAt, durationMs })
      return { ...before, ...told, outcome: 'provider_error', retryable: true }
    }
    default:
      return assertNever(event)
  }
}
