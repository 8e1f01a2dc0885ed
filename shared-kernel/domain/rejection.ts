import { type Detail, type DetailField, detail, type RuleOf } from './detail.ts'
import { type Message, messageIn, type Thing } from './messages/message.ts'

/** A rejection with one of these is final for its request. */
export const refusalCodes = [
  'VALIDATION_FAILED',
  'AUTH_INVALID_CREDENTIALS',
  'AUTH_FORBIDDEN',
  'AUTH_TOO_MANY_ATTEMPTS',
  'RATE_LIMITED',
  'RESOURCE_NOT_FOUND',
  'CONFLICT',
  'E_DOCUMENT_PAPER',
  'E_DOCUMENT_BUSY',
  'E_DOCUMENT_REVIEW_REQUIRED',
  'E_DOCUMENT_NOT_PREPARED',
  'E_DOCUMENT_FINALIZATION_REQUIRED',
  'VERIFICATION_REQUIRED',
  'BANK_ACCOUNT_INACTIVE',
  'E_DOCUMENT_DATA_INCOMPLETE',
  'E_DOCUMENT_CONFIG_MISSING',
  'E_DOCUMENT_COMPANY_MISMATCH',
  'E_DOCUMENT_REJECTED',
  'E_DOCUMENT_SMS_COOLDOWN',
  'KMTS_RATE_LIMITED',
  'BUSINESS_RULE',
] as const

/** After an outage, ours or a provider's, the same request may succeed. */
export const outageCodes = [
  'INTERNAL_ERROR',
  'UPSTREAM_ERROR',
  'E_DOCUMENT_RESULT_UNKNOWN',
  'E_DOCUMENT_RESPONSE_INVALID',
  'E_DOCUMENT_FILE_INVALID',
  'KMTS_PROVIDER_UNAVAILABLE',
  'KMTS_PROVIDER_RATE_LIMITED',
  'KMTS_PROVIDER_RESPONSE_INVALID',
  'KMTS_RATE_LIMIT_UNAVAILABLE',
  'KMTS_HISTORY_WRITE_FAILED',
  'KMTS_PROVIDER_TIMEOUT',
  'UNAVAILABLE',
] as const

export type RejectionCode = (typeof refusalCodes)[number] | (typeof outageCodes)[number]

/** The rules forbid what the caller asked for. Any other thrown error is a bug or an outage. */
export class Rejection extends Error {
  override readonly name = 'Rejection'
  readonly code: RejectionCode
  /** What it says to people, in no language yet. */
  readonly said: Message
  readonly details: readonly Detail[]

  constructor(code: RejectionCode, said: Message, details: readonly Detail[] = []) {
    super(messageIn('en', said))
    this.code = code
    this.said = said
    this.details = details
  }
}

export function reject(
  code: RejectionCode,
  message: Message,
  details: readonly Detail[] = [],
): never {
  throw new Rejection(code, message, details)
}

/** A broken business rule: 422, naming the field and the rule. */
export const breaksRule = <Field extends DetailField>(
  field: Field,
  rule: RuleOf<Field>,
  message: Message,
): never => reject('BUSINESS_RULE', message, [detail(field, rule)])

export const notFound = (what: Thing): never => reject('RESOURCE_NOT_FOUND', `No such ${what}.`)

export const isRefusal = (error: unknown): error is Rejection =>
  error instanceof Rejection && refusalCodes.some((code) => code === error.code)
