import { outageCodes, type RejectionCode, refusalCodes } from '#kernel/domain/rejection.ts'

export type ErrorCode = Exclude<RejectionCode, 'BUSINESS_RULE' | 'UNAVAILABLE'>

/** Every error code of the API with its HTTP status. */
const httpStatusOf: Readonly<Record<ErrorCode, number>> = {
  VALIDATION_FAILED: 400,
  AUTH_INVALID_CREDENTIALS: 401,
  AUTH_FORBIDDEN: 403,
  AUTH_TOO_MANY_ATTEMPTS: 429,
  RATE_LIMITED: 429,
  RESOURCE_NOT_FOUND: 404,
  CONFLICT: 409,
  INTERNAL_ERROR: 500,
  UPSTREAM_ERROR: 502,
  E_DOCUMENT_PAPER: 409,
  E_DOCUMENT_BUSY: 409,
  E_DOCUMENT_REVIEW_REQUIRED: 409,
  E_DOCUMENT_NOT_PREPARED: 409,
  E_DOCUMENT_FINALIZATION_REQUIRED: 409,
  VERIFICATION_REQUIRED: 409,
  BANK_ACCOUNT_INACTIVE: 409,
  E_DOCUMENT_DATA_INCOMPLETE: 422,
  E_DOCUMENT_CONFIG_MISSING: 422,
  E_DOCUMENT_COMPANY_MISMATCH: 422,
  E_DOCUMENT_REJECTED: 422,
  E_DOCUMENT_SMS_COOLDOWN: 429,
  E_DOCUMENT_RESULT_UNKNOWN: 502,
  E_DOCUMENT_RESPONSE_INVALID: 502,
  E_DOCUMENT_FILE_INVALID: 502,
  KMTS_RATE_LIMITED: 429,
  KMTS_PROVIDER_UNAVAILABLE: 502,
  KMTS_PROVIDER_RATE_LIMITED: 502,
  KMTS_PROVIDER_RESPONSE_INVALID: 502,
  KMTS_RATE_LIMIT_UNAVAILABLE: 503,
  KMTS_HISTORY_WRITE_FAILED: 503,
  KMTS_PROVIDER_TIMEOUT: 504,
}

/** Every error code of the API. */
export const errorCodes: readonly ErrorCode[] = [...refusalCodes, ...outageCodes].filter(
  (code) => code !== 'BUSINESS_RULE' && code !== 'UNAVAILABLE',
)

/**
 * Two rejections have no code of their own in the contract: `BUSINESS_RULE` is `VALIDATION_FAILED` with status
 * 422, `UNAVAILABLE` is `INTERNAL_ERROR` with status 503.
 */
export function answerOf(code: RejectionCode): {
  readonly code: ErrorCode
  readonly status: number
} {
  if (code === 'BUSINESS_RULE') return { code: 'VALIDATION_FAILED', status: 422 }
  if (code === 'UNAVAILABLE') return { code: 'INTERNAL_ERROR', status: 503 }
  return { code, status: httpStatusOf[code] }
}
