import { type Detail, type DetailMembers, detail } from '#kernel/domain/detail.ts'
import type { RejectionCode } from '#kernel/domain/rejection.ts'
import type { Right } from '../endpoint.ts'

// The texts of the OpenAPI document besides those of fields, which stand at the fields.

export const tagOf: Readonly<Record<Right, { readonly name: string; readonly about: string }>> = {
  customers: { name: 'Customers', about: 'Customer accounts and identification forms.' },
  bankTransactions: {
    name: 'Bank transactions',
    about: 'Transactions of the integrated bank accounts.',
  },
  bankQueries: { name: 'Bank queries', about: 'Queries to the banks on demand.' },
  invoices: { name: 'Invoices', about: 'Sales, calculated from item templates.' },
  expenses: {
    name: 'Expense vouchers',
    about:
      'Purchase vouchers, issued to sellers. A draft can be deleted; a finalized voucher has a number. An electronic voucher starts as a draft and takes three steps: `prepare`, `sms`, `confirm`. If an outcome is unknown, request its `status`.',
  },
  kmts: { name: 'KMTS', about: 'Queries of the register of security labels and marks.' },
  compliance: {
    name: 'Compliance',
    about: 'Sanction checks, customer events (sicil) and the status of identification forms.',
  },
  audit: { name: 'Audit', about: 'The event history.' },
  console: { name: 'Console', about: 'Pages for those who run the business.' },
}

const ATTEMPT = '3f2c1a4e-9b7d-4c55-8a61-0d9e8f7a6b5c'

/** A failed query of the register, as recorded in the history. */
const failedQuery: DetailMembers = {
  verificationId: '65a1b2c3d4e5f6a7b8c9d0e1',
  attemptId: ATTEMPT,
  retryable: true,
}

interface RefusalWording {
  readonly meaning: string
  readonly details?: readonly Detail[]
}

/** The meaning of every error code; a code without one does not compile. */
export const refusals: Readonly<Record<RejectionCode, RefusalWording>> = {
  VALIDATION_FAILED: {
    meaning: 'Parameters or fields are missing, unknown or invalid; `details` lists all of them.',
    details: [detail('data.idNo', 'required')],
  },
  BUSINESS_RULE: {
    meaning: 'A business rule forbids the request; `details` names the field and the rule.',
    details: [detail('data.exchanges', 'notCalculable')],
  },
  AUTH_INVALID_CREDENTIALS: {
    meaning: 'The credentials are missing, wrong or no longer valid, or the company has no access.',
  },
  AUTH_FORBIDDEN: { meaning: 'The key is valid, but has no right to this resource.' },
  AUTH_TOO_MANY_ATTEMPTS: {
    meaning:
      'Too many wrong sign-ins of this user, or from this address. Retry after the time in `Retry-After`.',
    details: [detail('Authorization', 'attempts', { retryAfter: 600 })],
  },
  RATE_LIMITED: {
    meaning: 'The key sends too many requests. Retry after the time in `Retry-After`.',
    details: [detail('request', 'rateLimit', { retryAfter: 1 })],
  },
  RESOURCE_NOT_FOUND: { meaning: 'Your company has no such record.' },
  CONFLICT: {
    meaning: 'The record already exists, or its state does not permit the request.',
    details: [detail('data.idNo', 'duplicate', { existingId: '65a1b2c3d4e5f6a7b8c9d0e1' })],
  },
  INTERNAL_ERROR: { meaning: 'An internal error occurred. Quote the trace id.' },
  UNAVAILABLE: {
    meaning:
      'The service is too busy, or a part of it is down. After the time in `Retry-After` repeat reads, and creations with their key; look first whether anything else was done.',
    details: [detail('request', 'unavailable', { retryAfter: 1 })],
  },
  UPSTREAM_ERROR: { meaning: 'The e-document integrator refused the request or failed.' },
  E_DOCUMENT_PAPER: { meaning: 'The voucher is a paper voucher.' },
  E_DOCUMENT_BUSY: {
    meaning: 'Another step of this document is in progress.',
    details: [detail('id', 'busy', { state: 'dispatching' })],
  },
  E_DOCUMENT_REVIEW_REQUIRED: {
    meaning: 'The outcome is unknown: request the status, do not repeat the call.',
    details: [detail('id', 'review', { state: 'review_required' })],
  },
  E_DOCUMENT_NOT_PREPARED: {
    meaning: 'Prepare the document first.',
    details: [detail('id', 'state', { state: 'draft' })],
  },
  E_DOCUMENT_FINALIZATION_REQUIRED: {
    meaning: 'Accepted by the provider, but not yet completed locally: request the status again.',
    details: [detail('id', 'review', { state: 'provider_accepted' })],
  },
  VERIFICATION_REQUIRED: {
    meaning: 'Send the SMS first.',
    details: [detail('id', 'state', { state: 'prepared' })],
  },
  BANK_ACCOUNT_INACTIVE: {
    meaning: 'The bank account of the source is inactive.',
    details: [detail('id', 'active', { state: 'verification_pending' })],
  },
  E_DOCUMENT_DATA_INCOMPLETE: {
    meaning: 'The voucher lacks data that an electronic voucher needs.',
    details: [detail('customer.phone', 'required')],
  },
  E_DOCUMENT_CONFIG_MISSING: { meaning: 'The company’s e-document settings are missing.' },
  E_DOCUMENT_COMPANY_MISMATCH: { meaning: 'The e-document settings belong to another company.' },
  E_DOCUMENT_REJECTED: {
    meaning: 'The provider refused the document or the code.',
    details: [
      detail('integrator', 'refused', { state: 'verification_pending', errorCode: 'WRONG_CODE' }),
    ],
  },
  E_DOCUMENT_SMS_COOLDOWN: {
    meaning:
      'The next SMS of this document, or to this phone, can be sent after the time in `Retry-After`.',
    details: [detail('id', 'cooldown', { state: 'verification_pending', retryAfter: 42 })],
  },
  E_DOCUMENT_RESULT_UNKNOWN: {
    meaning: 'The provider gave no clear answer: request the status, do not repeat the call.',
    details: [detail('integrator', 'unknown', { state: 'review_required', attemptId: ATTEMPT })],
  },
  E_DOCUMENT_RESPONSE_INVALID: {
    meaning: 'The provider’s answer is unreadable.',
    details: [detail('integrator', 'malformed', { state: 'review_required', attemptId: ATTEMPT })],
  },
  E_DOCUMENT_FILE_INVALID: {
    meaning: 'The provider’s file is neither PDF nor XML.',
    details: [detail('integrator', 'malformed', { state: 'sent' })],
  },
  KMTS_RATE_LIMITED: {
    meaning: 'Too many queries. Retry after the time in `Retry-After`.',
    details: [detail('request', 'rateLimit', { retryAfter: 6, retryable: true })],
  },
  KMTS_PROVIDER_UNAVAILABLE: {
    meaning: 'The register cannot be reached, or refused the query.',
    details: [detail('register', 'unavailable', failedQuery)],
  },
  KMTS_PROVIDER_RATE_LIMITED: {
    meaning: 'The register’s own rate limit is exceeded.',
    details: [detail('register', 'rateLimit', failedQuery)],
  },
  KMTS_PROVIDER_RESPONSE_INVALID: {
    meaning: 'The register’s answer is unreadable.',
    details: [detail('register', 'malformed', failedQuery)],
  },
  KMTS_RATE_LIMIT_UNAVAILABLE: {
    meaning: 'The rate limit cannot be checked at the moment; the register was not queried.',
    details: [detail('request', 'unavailable', { retryAfter: 2, retryable: true })],
  },
  KMTS_HISTORY_WRITE_FAILED: {
    meaning:
      'The query could not be recorded in the history. With `Retry-After` it was not made; with `verificationId` it may have been: look at the history.',
    details: [detail('request', 'unknown', { ...failedQuery, retryable: false })],
  },
  KMTS_PROVIDER_TIMEOUT: {
    meaning:
      'The register did not answer in time. Repeat the query only on a new request of the user.',
    details: [detail('register', 'timeout', failedQuery)],
  },
}
