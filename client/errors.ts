import type { components } from './generated/api.d.ts'

type Detail = components['schemas']['ErrorDetail']

export interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details: readonly Detail[]
  readonly traceId: string
}

interface MadeHere {
  readonly cause?: unknown
  /** Of the creation whose outcome is unknown. */
  readonly idempotencyKey?: string | undefined
}

/** Errors are compared by it: a program may hold this package twice, by `import` and by `require`. */
const KINDS = Symbol.for('sarraf-client.kinds')

/** The API refused a request, or did not answer it. Decide by the class or by `code`; show `message` to people. */
export class SarrafError extends Error {
  static readonly kind: string = 'SarrafError'
  override readonly name: string
  /** 0 where there was no answer. */
  readonly status: number
  readonly code: string
  readonly details: readonly Detail[]
  /** Quote it to support. */
  readonly traceId: string
  /** Repeat a creation whose outcome is unknown with this one, and it is done once. */
  readonly idempotencyKey: string | undefined

  constructor(
    { status, code, message, details, traceId }: Refusal,
    { cause, idempotencyKey }: MadeHere = {},
  ) {
    super(message, cause === undefined ? {} : { cause })
    this.name = new.target.kind
    this.status = status
    this.code = code
    this.details = details
    this.traceId = traceId
    this.idempotencyKey = idempotencyKey
    Object.defineProperty(this, KINDS, { value: kindsOf(new.target) })
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    if (!Object.hasOwn(this, 'kind'))
      return Function.prototype[Symbol.hasInstance].call(this, value)
    if (typeof value !== 'object' || value === null) return false
    const kinds: unknown = Reflect.get(value, KINDS)
    return Array.isArray(kinds) && kinds.includes(this.kind)
  }
}

function kindsOf(made: typeof SarrafError): readonly string[] {
  const kinds: string[] = []
  for (let type: unknown = made; typeof type === 'function'; type = Object.getPrototypeOf(type)) {
    if (Object.hasOwn(type, 'kind')) kinds.push(String(Reflect.get(type, 'kind')))
  }
  return kinds
}

/** Fields or parameters are wrong; `details` names all of them. 422: a business rule forbids it. */
export class ValidationFailed extends SarrafError {
  static override readonly kind = 'ValidationFailed'
}

/** The credentials are wrong, or the key may not do this. */
export class NotPermitted extends SarrafError {
  static override readonly kind: string = 'NotPermitted'
}

/** 401: the API does not know the user or the secret, or the key has ended. */
export class CredentialsRefused extends NotPermitted {
  static override readonly kind = 'CredentialsRefused'
}

/** 403: the key is right and has no right to this. */
export class RightMissing extends NotPermitted {
  static override readonly kind = 'RightMissing'
}

/** The company has no such record. */
export class NotFound extends SarrafError {
  static override readonly kind = 'NotFound'
}

/** The record exists already, or its state does not permit the request. */
export class Conflict extends SarrafError {
  static override readonly kind = 'Conflict'
}

/** Wait for `details[0].retryAfter` seconds before the next try. */
export class TooEarly extends SarrafError {
  static override readonly kind = 'TooEarly'
}

/** A step of an electronic voucher is not possible in its state. */
export class DocumentNotReady extends SarrafError {
  static override readonly kind = 'DocumentNotReady'
}

/** The provider refused the document or the code. */
export class DocumentRejected extends SarrafError {
  static override readonly kind = 'DocumentRejected'
}

/**
 * It is not known whether it was done. Look at the record, the list or the status; a creation may be repeated
 * with the same `Idempotency-Key`, which is `idempotencyKey`, and nothing else.
 */
export class OutcomeUnknown extends SarrafError {
  static override readonly kind = 'OutcomeUnknown'
}

/** The provider failed or refused. */
export class ProviderFailed extends SarrafError {
  static override readonly kind = 'ProviderFailed'
}

/** The API was not reached, or its answer broke off; nothing was done. `cause` says why. */
export class ConnectionFailed extends SarrafError {
  static override readonly kind: string = 'ConnectionFailed'
}

/** There was no whole answer within `timeoutMs`, or within `longestCallMs` with all tries; nothing was done. */
export class TimedOut extends ConnectionFailed {
  static override readonly kind = 'TimedOut'
}

const classOf: Readonly<Record<string, typeof SarrafError>> = {
  VALIDATION_FAILED: ValidationFailed,
  AUTH_INVALID_CREDENTIALS: CredentialsRefused,
  AUTH_FORBIDDEN: RightMissing,
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

/** The error for a response that is no success; in doubt, it is not known what the request did. */
export async function errorOf(
  response: Response,
  doubt?: { readonly idempotencyKey: string | undefined },
): Promise<SarrafError> {
  const { status, headers } = response
  const body: unknown = await response.json().catch(() => undefined)
  if (isFailure(body)) {
    const { error, traceId } = body
    const type = doubt === undefined ? classFor(status, error) : OutcomeUnknown
    return new type({ status, ...error, traceId }, doubt)
  }
  const message = `The answer ${status} is not one of the API.`
  const traceId = headers.get('x-request-id') ?? ''
  const type = doubt === undefined ? (classOfStatus[status] ?? SarrafError) : OutcomeUnknown
  return new type({ status, code: 'INTERNAL_ERROR', message, details: [], traceId }, doubt)
}

/** What a proxy refuses with it. */
const classOfStatus: Readonly<Record<number, typeof SarrafError>> = {
  401: CredentialsRefused,
  403: RightMissing,
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
