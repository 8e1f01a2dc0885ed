import type { ErrorCode } from '#kernel/contract/error-codes.ts'
import type { Rule } from '#kernel/domain/rules.ts'

/** What to do after each error, and what each rule and field means. One that is missing does not compile. */
export interface Advice {
  readonly codes: Readonly<Record<ErrorCode, string>>
  readonly rules: Readonly<Record<Rule, string>>
  /** Fields that are not in the request's body. */
  readonly fields: Readonly<Record<FieldElsewhere, string>>
}

type FieldElsewhere =
  | 'id'
  | 'Authorization'
  | 'Idempotency-Key'
  | 'request'
  | 'integrator'
  | 'register'
  | 'company'
  | 'companySettings'
  | 'customer'
