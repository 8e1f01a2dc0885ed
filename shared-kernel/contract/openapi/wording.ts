import type { Right } from '../endpoint.ts'
import type { Detail } from '../envelope.ts'
import type { RefusalCode } from '../error-codes.ts'
import { described, whenSent } from './field-words.ts'

// What the description says in words.

const inFilter = /^filter\[(.+)\]$/

/** What is said of a field of an answer. */
export const describe = (name: string): string | undefined => said(described, name)

/** What is said of a parameter: `filter[idNo]` is described as `idNo`. */
export const describeParameter = (name: string) => describe(inFilter.exec(name)?.[1] ?? name)

/** What is said of a field of a request. */
export const describeSent = (name: string): string | undefined =>
  [describe(name), said(whenSent, name)].filter(Boolean).join(' ') || undefined

const said = (words: Readonly<Record<string, string>>, name: string) =>
  Object.hasOwn(words, name) ? words[name] : undefined

export const tagOf: Readonly<Record<Right, { readonly name: string; readonly about: string }>> = {
  customers: { name: 'Customers', about: 'Customer accounts and identification forms.' },
  bankTransactions: { name: 'Bank transactions', about: 'What came in from the bank accounts.' },
  bankQueries: { name: 'Bank queries', about: 'Asking the banks at once.' },
  invoices: { name: 'Invoices', about: 'Sales, calculated from item templates.' },
  expenses: {
    name: 'Expense vouchers',
    about:
      'Purchase vouchers, issued to sellers. A draft can be deleted, a finalized one is numbered. An electronic one starts as a draft and takes three steps: `prepare`, `sms`, `confirm`; where an outcome is unknown, ask for its `status`.',
  },
  kmts: { name: 'KMTS', about: 'Security label and mark numbers, asked of the register.' },
  compliance: { name: 'Compliance', about: 'Sanction checks and customer register events.' },
  audit: { name: 'Audit', about: 'The history of everything.' },
}

/** A query at the register that came to nothing, as it stands in the history. */
const failedQuery: Detail = {
  verificationId: '65a1b2c3d4e5f6a7b8c9d0e1',
  attemptId: '3f2c1a4e-9b7d-4c55-8a61-0d9e8f7a6b5c',
  retryable: true,
}

interface RefusalWording {
  readonly meaning: string
  readonly details?: readonly Detail[]
}

/** Every refusal in words; a code that is not described does not compile. */
export const refusals: Readonly<Record<RefusalCode, RefusalWording>> = {
  VALIDATION_FAILED: {
    meaning:
      'A parameter or field is missing, unknown or wrong; `details` names all of them at once.',
    details: [{ field: 'data.idNo', rule: 'required' }],
  },
  BUSINESS_RULE: {
    meaning: 'A business rule forbids it; `details` names the field and the rule.',
    details: [{ field: 'data.exchanges', rule: 'notCalculable' }],
  },
  AUTH_INVALID_CREDENTIALS: {
    meaning: 'The credentials are missing, wrong or no longer valid, or the company is not served.',
  },
  AUTH_FORBIDDEN: { meaning: 'The key is valid, but has no right to this resource.' },
  RESOURCE_NOT_FOUND: { meaning: 'There is no such record in your company.' },
  CONFLICT: {
    meaning: 'It exists already, or its state does not allow this.',
    details: [{ existingId: '65a1b2c3d4e5f6a7b8c9d0e1' }],
  },
  INTERNAL_ERROR: { meaning: 'Something went wrong on our side; quote the trace id.' },
  UNAVAILABLE: {
    meaning: 'The service is too busy; send the request again, `Retry-After` says when.',
    details: [{ retryAfter: 1, retryable: true }],
  },
  UPSTREAM_ERROR: { meaning: 'The e-document integrator refused or failed.' },
  E_DOCUMENT_PAPER: { meaning: 'The voucher is a paper voucher.' },
  E_DOCUMENT_BUSY: {
    meaning: 'Another step of this document is under way.',
    details: [{ state: 'dispatching' }],
  },
  E_DOCUMENT_REVIEW_REQUIRED: {
    meaning: 'The outcome is unknown: ask for the status, do not send again.',
    details: [{ state: 'review_required' }],
  },
  E_DOCUMENT_NOT_PREPARED: {
    meaning: 'Prepare the document first.',
    details: [{ state: 'draft' }],
  },
  E_DOCUMENT_FINALIZATION_REQUIRED: {
    meaning: 'Accepted by the provider, but not yet completed here: ask for the status again.',
    details: [{ state: 'provider_accepted' }],
  },
  VERIFICATION_REQUIRED: { meaning: 'Send the SMS first.', details: [{ state: 'prepared' }] },
  BANK_ACCOUNT_INACTIVE: { meaning: 'The bank account of the source is passive.' },
  E_DOCUMENT_DATA_INCOMPLETE: {
    meaning: 'The saved voucher lacks what an electronic one needs.',
    details: [{ field: 'customer.phone', rule: 'required' }],
  },
  E_DOCUMENT_CONFIG_MISSING: { meaning: 'The company’s e-document settings are missing.' },
  E_DOCUMENT_COMPANY_MISMATCH: { meaning: 'The e-document settings are another company’s.' },
  E_DOCUMENT_REJECTED: {
    meaning: 'The provider refused.',
    details: [{ state: 'verification_pending', errorCode: 'WRONG_CODE' }],
  },
  E_DOCUMENT_SMS_COOLDOWN: {
    meaning: 'The next SMS can be sent later; `Retry-After` says when.',
    details: [{ retryAfter: 42 }],
  },
  E_DOCUMENT_RESULT_UNKNOWN: {
    meaning: 'The provider gave no clear answer: ask for the status, do not repeat.',
    details: [{ state: 'review_required', attemptId: '3f2c1a4e-9b7d-4c55-8a61-0d9e8f7a6b5c' }],
  },
  E_DOCUMENT_RESPONSE_INVALID: { meaning: 'The provider’s answer could not be read.' },
  E_DOCUMENT_FILE_INVALID: { meaning: 'The provider’s file is neither PDF nor XML.' },
  KMTS_RATE_LIMITED: {
    meaning: 'Too many queries; wait.',
    details: [{ retryAfter: 6, retryable: true }],
  },
  KMTS_PROVIDER_UNAVAILABLE: {
    meaning: 'The register cannot be reached, or refused.',
    details: [failedQuery],
  },
  KMTS_PROVIDER_RATE_LIMITED: {
    meaning: 'The register wants fewer queries.',
    details: [failedQuery],
  },
  KMTS_PROVIDER_RESPONSE_INVALID: {
    meaning: 'The register’s answer could not be read.',
    details: [failedQuery],
  },
  KMTS_RATE_LIMIT_UNAVAILABLE: {
    meaning: 'It cannot be told now whether the limit is kept; the register was not asked.',
    details: [{ retryable: true }],
  },
  KMTS_HISTORY_WRITE_FAILED: {
    meaning:
      'The query could not be written into the history; `verificationId` where it was begun.',
    details: [failedQuery],
  },
  KMTS_PROVIDER_TIMEOUT: {
    meaning: 'The register did not answer in time. Do not repeat it without being asked to.',
    details: [failedQuery],
  },
}
