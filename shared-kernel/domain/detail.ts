import type { Rule } from './rules.ts'

/** What an item of `error.details` may add to its field and rule. */
export interface DetailMembers {
  readonly existingId?: string | null
  readonly uuid?: string | null
  readonly invoiceNumber?: string | null
  readonly state?: string
  readonly attemptId?: string
  readonly verificationId?: string
  /** Whole seconds. */
  readonly retryAfter?: number
  readonly retryable?: boolean
  readonly errorCode?: string
}

/** A class, so that an object without field and rule is no item: only this file makes one. */
class Item {
  readonly field: string
  readonly rule: string
  declare readonly existingId?: string | null
  declare readonly uuid?: string | null
  declare readonly invoiceNumber?: string | null
  declare readonly state?: string
  declare readonly attemptId?: string
  declare readonly verificationId?: string
  declare readonly retryAfter?: number
  declare readonly retryable?: boolean
  declare readonly errorCode?: string
  declare protected readonly isMadeHere: true

  constructor(field: string, rule: string, members: DetailMembers) {
    this.field = field
    this.rule = rule
    Object.assign(this, members)
  }
}

/** An item of `error.details`: which field broke which rule, and what else helps the caller. */
export type Detail = Item

/**
 * The fields that an item can name, each with the rules that it can break. A request's own fields also break
 * the rules of their schema (`schemaFault`). The guides list these pairs.
 */
export const PAIRS = {
  // Where no field of the request is at fault: its record, its credentials, the service, a provider.
  id: ['state', 'busy', 'review', 'cooldown', 'active', 'damaged', 'unknown'],
  Authorization: ['attempts'],
  request: ['unavailable', 'rateLimit', 'unknown'],
  integrator: ['refused', 'unknown', 'malformed', 'timeout', 'unavailable', 'rateLimit'],
  register: ['refused', 'unknown', 'malformed', 'timeout', 'unavailable', 'rateLimit'],
  'Idempotency-Key': [
    ...(['type', 'minLength', 'maxLength'] as const),
    ...(['mismatch', 'inProgress', 'duplicate', 'refused'] as const),
  ],
  Host: ['required'],
  Expect: ['enum'],
  'x-min-event-position': ['type'],
  query: ['pattern'],
  data: ['required', 'type', 'json', 'maxLength', 'unknown', 'duplicate'],
  'data.accountId': ['integrated'],
  'data.amount': ['minimum'],
  'data.bankTransactionId': ['duplicate', 'direction', 'currency'],
  'data.code': ['attempts'],
  'data.customerInfo.address': ['required'],
  'data.customerInfo.cities': ['required'],
  'data.customerInfo.states': ['required'],
  'data.customerInfo.taxOffice': ['required'],
  'data.exchanges': ['notCalculable'],
  'data.iban': ['iban'],
  'data.idNo': ['duplicate', 'required', 'identity', 'eInvoiceTaxpayer'],
  'data.invoiceType': ['exemptionCode'],
  'data.number': ['duplicate'],
  'data.serial': ['reserved'],
  'data.templateKey': ['required', 'notCalculable', 'exemptionCode'],
  'data.transactionDate': ['minimum', 'maximum'],
  'company.address': ['required'],
  'company.district': ['required'],
  'company.city': ['required'],
  'companySettings.expense': ['required', 'active'],
  'companySettings.expense.serial': ['required'],
  'companySettings.invoice': ['required', 'active'],
  'companySettings.invoice.integrator': ['unsupported'],
  'companySettings.mersisNo': ['requiredOneOf'],
  'companySettings.ownerFirstName': ['required'],
  'companySettings.ownerFamilyName': ['required'],
  'customer.taxNumber': ['identity', 'eInvoiceTaxpayer'],
  'customer.name': ['required', 'format'],
  'customer.address': ['required'],
  'customer.phone': ['required', 'format'],
  'customer.district': ['required'],
  'customer.city': ['required'],
} as const satisfies Readonly<Record<string, readonly Rule[]>>

export type DetailField = keyof typeof PAIRS
export type RuleOf<Field extends DetailField> = (typeof PAIRS)[Field][number]

/** An item, and the only way to one: a pair that the guides do not list does not compile. */
export const detail = <Field extends DetailField>(
  field: Field,
  rule: RuleOf<Field>,
  members: DetailMembers = {},
): Detail => new Item(field, rule, members)

type Pair = {
  readonly [Field in DetailField]: { readonly field: Field; readonly rule: RuleOf<Field> }
}[DetailField]

/** An item of what a calculation has found. */
export const detailOf = ({ field, rule }: Pair): Detail => new Item(field, rule, {})

/** A value of a request, or of an imported line, that does not fit its schema. */
export const schemaFault = (field: string, rule: Rule): Detail => new Item(field, rule, {})
