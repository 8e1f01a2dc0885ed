import type { components } from './generated/api.d.ts'

type Detail = components['schemas']['ErrorDetail']

export interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details: readonly Detail[]
  readonly traceId: string
}

/** The API refused a request. Decide by the class or by `code`; show `message` to people. */
export class SarrafError extends Error {
  override readonly name: string = 'SarrafError'
  readonly status: number
  readonly code: string
  readonly details: readonly Detail[]
  /** Quote it to support. */
  readonly traceId: string

  constructor({ status, code, message, details, traceId }: Refusal) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.traceId = traceId
  }
}

/** Fields or parameters are wrong; `details` names all of them. 422: a business rule forbids it. */
export class ValidationFailed extends SarrafError {
  override readonly name = 'ValidationFailed'
}

/** The credentials are wrong, or the key may not do this. */
export class NotPermitted extends SarrafError {
  override readonly name = 'NotPermitted'
}

/** The company has no such record. */
export class NotFound extends SarrafError {
  override readonly name = 'NotFound'
}

/** The record exists already, or its state does not permit the request. */
export class Conflict extends SarrafError {
  override readonly name = 'Conflict'
}

/** Wait for `details[0].retryAfter` seconds before the next try. */
export class TooEarly extends SarrafError {
  override readonly name = 'TooEarly'
}

/** A step of an electronic voucher is not possible in its state. */
export class DocumentNotReady extends SarrafError {
  override readonly name = 'DocumentNotReady'
}

/** The provider refused the document or the code. */
export class DocumentRejected extends SarrafError {
  override readonly name = 'DocumentRejected'
}

/**
 * It is not known whether it was done. Look at the record, the list or the status; a creation may be repeated
 * with the same `Idempotency-Key`, and nothing else.
 */
export class OutcomeUnknown extends SarrafError {
  override readonly name = 'OutcomeUnknown'
}

/** The provider failed or refused. */
export class ProviderFailed extends SarrafError {
  override readonly name = 'ProviderFailed'
}

const classOf: Readonly<Record<string, typeof SarrafError>> = {
  VALIDATION_FAILED: ValidationFailed,
  AUTH_INVALID_CREDENTIALS: NotPermitted,
  AUTH_FORBIDDEN: NotPermitted,
  AUTH_TOO_MANY_ATTEMPTS: TooEarly,
  RATE_LIMITED: TooEarly,
  RESOURCE_NOT_FOUND: NotFound,
  CONFLICT: Conflict,
  INTERNAL_ERROR: SarrafError,
  UPSTREAM_ERROR: ProviderFailed,
  E_DOCUMENT_PAPER: DocumentNotReady,
  E_DOCUMENT_BUSY: DocumentNotReady,
  E_DOCUMENT_REVIEW_REQUIRED: OutcomeUnknown,
  E_DOCUMENT_NOT_PREPARED: DocumentNotReady,
  E_DOCUMENT_FINALIZATION_REQUIRED: OutcomeUnknown,
  VERIFICATION_REQUIRED: DocumentNotReady,
  BANK_ACCOUNT_INACTIVE: DocumentNotReady,
  E_DOCUMENT_DATA_INCOMPLETE: ValidationFailed,
  E_DOCUMENT_CONFIG_MISSING: ValidationFailed,
  E_DOCUMENT_COMPANY_MISMATCH: ValidationFailed,
  E_DOCUMENT_REJECTED: DocumentRejected,
  E_DOCUMENT_SMS_COOLDOWN: TooEarly,
  E_DOCUMENT_RESULT_UNKNOWN: OutcomeUnknown,
  E_DOCUMENT_RESPONSE_INVALID: OutcomeUnknown,
  E_DOCUMENT_FILE_INVALID: ProviderFailed,
  KMTS_RATE_LIMITED: TooEarly,
  KMTS_PROVIDER_UNAVAILABLE: ProviderFailed,
  KMTS_PROVIDER_RATE_LIMITED: ProviderFailed,
  KMTS_PROVIDER_RESPONSE_INVALID: ProviderFailed,
  KMTS_RATE_LIMIT_UNAVAILABLE: ProviderFailed,
  KMTS_HISTORY_WRITE_FAILED: ProviderFailed,
  KMTS_PROVIDER_TIMEOUT: ProviderFailed,
}

/** Every code that has a class; the API has no other. */
export const knownCodes: readonly string[] = Object.keys(classOf)

/** The error for a response that is no success. */
export async function errorOf(response: Response): Promise<SarrafError> {
  const { status, headers } = response
  const body: unknown = await response.json().catch(() => undefined)
  if (isFailure(body)) {
    const { error, traceId } = body
    return new (classFor(status, error))({ status, ...error, traceId })
  }
  const message = `The answer ${status} is not one of the API.`
  const traceId = headers.get('x-request-id') ?? ''
  return new SarrafError({ status, code: 'INTERNAL_ERROR', message, details: [], traceId })
}

/** A fault of a 400 has the rule `unknown`, too: a field that the API does not know. */
const classFor = (status: number, { code, details: [named] }: Failure['error']) =>
  status >= 500 && named?.rule === 'unknown' ? OutcomeUnknown : (classOf[code] ?? SarrafError)

interface Failure {
  readonly error: Pick<Refusal, 'code' | 'message' | 'details'>
  readonly traceId: string
}

const isFailure = (body: unknown): body is Failure =>
  typeof body === 'object' &&
  body !== null &&
  'error' in body &&
  'traceId' in body &&
  typeof body.error === 'object' &&
  body.error !== null &&
  'code' in body.error &&
  'details' in body.error
