import type { Detail } from '#kernel/contract/envelope.ts'
import { answerOf, type RefusalCode } from '#kernel/contract/error-codes.ts'

/** The rules forbid what the caller asked for. Any other thrown error is a bug or an outage. */
export class Rejection extends Error {
  override readonly name = 'Rejection'
  readonly code: RefusalCode
  readonly details: readonly Detail[]

  constructor(code: RefusalCode, message: string, details: readonly Detail[] = []) {
    super(message)
    this.code = code
    this.details = details
  }
}

export function reject(code: RefusalCode, message: string, details: readonly Detail[] = []): never {
  throw new Rejection(code, message, details)
}

/** A broken business rule: 422, naming the field and the rule. */
export const breaksRule = (field: string, rule: string, message: string): never =>
  reject('BUSINESS_RULE', message, [{ field, rule }])

export const notFound = (what: string): never => reject('RESOURCE_NOT_FOUND', `No such ${what}.`)

/** A refusal is final for this request. After an outage, ours or a provider's, a retry may succeed. */
export const isRefusal = (error: unknown): error is Rejection =>
  error instanceof Rejection && answerOf(error.code).status < 500
