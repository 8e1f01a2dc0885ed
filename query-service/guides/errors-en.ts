import type { Advice } from './advice.ts'

/** What to do after each error, and what each rule means. */
export const english: Advice = {
  codes: {
    VALIDATION_FAILED:
      'Correct what `details` names; with 422, a business rule forbids it. Do not repeat it unchanged.',
    AUTH_INVALID_CREDENTIALS:
      'Check user and secret; the key may have ended, or the company may have no access.',
    AUTH_FORBIDDEN: 'Have the right added to the key.',
    AUTH_TOO_MANY_ATTEMPTS: 'Wait for `Retry-After`, then sign in with the right secret.',
    RATE_LIMITED:
      'Nothing was done. Wait for `Retry-After`, then repeat it; send fewer requests at once.',
    RESOURCE_NOT_FOUND: 'There is no such endpoint, or your company has no such record.',
    CONFLICT: 'Look at `existingId` or `state`; with `inProgress`, wait for `Retry-After`.',
    INTERNAL_ERROR:
      'With `Retry-After` nothing was changed and nothing will be: wait, then repeat it. Without it, something may have been done: repeat a creation with its key, look at the list or the record before anything else. Quote `traceId`.',
    UPSTREAM_ERROR:
      'With rule `unknown` the integrator may have done it: look at the list, or repeat it with the same key. Otherwise it was refused: correct what `details` names.',
    E_DOCUMENT_PAPER: 'The voucher is a paper voucher and has no electronic steps.',
    E_DOCUMENT_BUSY: 'Another step is under way: ask for `status` until it has ended.',
    E_DOCUMENT_REVIEW_REQUIRED: 'Ask for `status` until the outcome is clear; repeat nothing.',
    E_DOCUMENT_NOT_PREPARED: 'Call `prepare` first.',
    E_DOCUMENT_FINALIZATION_REQUIRED:
      'Accepted, but it cannot be completed here yet. Remove the cause, then ask for `status`.',
    VERIFICATION_REQUIRED: 'Call `sms` first.',
    BANK_ACCOUNT_INACTIVE: 'Have the source’s bank account activated.',
    E_DOCUMENT_DATA_INCOMPLETE: 'Complete what `details` names, in a new draft.',
    E_DOCUMENT_CONFIG_MISSING: 'Have the e-document settings completed.',
    E_DOCUMENT_COMPANY_MISMATCH:
      'Have the e-document settings corrected: they belong to another company.',
    E_DOCUMENT_REJECTED:
      'A wrong or expired code: confirm again, or send a new SMS. Otherwise correct what the provider names.',
    E_DOCUMENT_SMS_COOLDOWN: 'Wait for `Retry-After`, then send the SMS.',
    E_DOCUMENT_RESULT_UNKNOWN:
      'The provider may have acted: ask for `status`, do not repeat the call.',
    E_DOCUMENT_RESPONSE_INVALID: 'The provider’s answer is unreadable: ask for `status`.',
    E_DOCUMENT_FILE_INVALID: 'The provider’s file is neither PDF nor XML. Try later.',
    KMTS_RATE_LIMITED: 'Wait for `Retry-After`; query again only if the user asks for it.',
    KMTS_PROVIDER_UNAVAILABLE:
      'The register cannot be reached. Query again only if the user asks for it.',
    KMTS_PROVIDER_RATE_LIMITED:
      'The register’s own limit is exceeded. Query again later if the user asks for it.',
    KMTS_PROVIDER_RESPONSE_INVALID:
      'The register’s answer is unreadable. Query again only if the user asks for it.',
    KMTS_RATE_LIMIT_UNAVAILABLE:
      'The limit could not be checked, and nothing was queried. Wait for `Retry-After`.',
    KMTS_HISTORY_WRITE_FAILED:
      'The query could not be recorded. With `Retry-After` it was not made; with rule `unknown`, look at the history before you query again.',
    KMTS_PROVIDER_TIMEOUT:
      'The register did not answer in 10 seconds. Query again only if the user asks for it.',
  },
  rules: {
    required:
      'The field is missing. Send it; a field of a customer or of settings has to be completed there.',
    type: 'It has another JSON type. Send the type of the reference.',
    enum: 'It is none of the allowed values. Take one of those in the reference.',
    format:
      'Its form is wrong: a date, the number of decimals, a name without a surname, a phone. Write it as the reference says.',
    pattern: 'It does not fit the pattern of the reference.',
    minLength: 'It is empty or too short. Send more, or leave the field out.',
    maxLength: 'It is too long. Shorten it.',
    minimum: 'It is too small, or too early. Send at least what the reference or the message says.',
    maximum: 'It is too large, or too late. Send at most what the reference or the message says.',
    unknown:
      'Of a field or parameter (400): there is no such one; leave it out, or correct its name. Of `data`, `id`, `request`, `integrator` or `register` (502, 503): it is not known whether it was done. Look at the list, or repeat with the same `Idempotency-Key`. If a document is repeated without a key, and the first one was made, `duplicate` says so once.',
    readOnly: 'Sarraf sets it. Leave it out.',
    mismatch:
      'The field belongs to another source or type of payment: leave it out. Or the `Idempotency-Key` belongs to another request: take a new one.',
    requiredOneOf: 'One of several fields is needed. Send one of them.',
    duplicate:
      'Such a record exists already, also one of an equal request whose outcome was unknown (`data`). Use it, by `existingId`; for a voucher that is meant to exist twice, send `allowDuplicate`.',
    integrated: 'The account has no integration. Take another one, or have it integrated.',
    json: 'The body is not JSON in UTF-8, or has a key twice. Send it as `application/json`, without a content encoding.',
    unsupported: 'It is not possible with these settings. Have the named setting changed.',
    inProgress:
      'The first try with this key still runs. Wait for `Retry-After`, then send the same again.',
    identity: 'The identity number is not valid. Ask the person for it again.',
    iban: 'The IBAN is not valid. Ask for it again.',
    active: 'The setting is switched off. Have it switched on.',
    reserved:
      'The serial is the company’s own, whose numbers Sarraf gives. Leave `number` out, or take another serial.',
    direction:
      'Money went in the other direction. Vouchers need an outgoing transaction, invoices an incoming one.',
    currency: 'The currency of the transaction is not TRY. Take a transaction in TRY.',
    notCalculable:
      'There is no price, or the items do not add up. Have the price recorded, or correct the items.',
    eInvoiceTaxpayer:
      'The seller is an e-invoice taxpayer: the seller issues an invoice, and no voucher is needed.',
    exemptionCode: 'The exemption code does not fit the lines. Have the template corrected.',
    refused:
      'The provider refused it explicitly. Correct what its `errorCode` and message say, and send a new one.',
    attempts:
      'Too many wrong codes: send a new SMS. Of `Authorization`: too many wrong sign-ins; wait for `Retry-After`.',
    state: 'The record’s state does not permit it. Look at `state`, or at the record.',
    busy: 'Another step of the record is under way. Ask for its status until that has ended.',
    review:
      'It is not known, or not completed, what became of the record. Ask for its status; repeat nothing.',
    damaged:
      'Somebody deleted or cut its history in the event store. Trying again does not help; call the operator.',
    cooldown: 'Too early after the last one. Wait for `Retry-After`.',
    rateLimit:
      'Too many calls. Wait for `Retry-After` where there is one; a provider’s own limit has none.',
    unavailable:
      'A part of the service, or the provider, does not answer. With `Retry-After` nothing was changed and nothing will be: wait, then send the same again.',
    timeout: 'The provider did not answer in time.',
    malformed: 'The provider’s answer cannot be read.',
  },
  fields: {
    id: 'the record that the path names',
    Authorization: 'the sign-in',
    'Idempotency-Key': 'the header, and the request that it stands for',
    request: 'the service itself: no field is at fault',
    integrator: 'the e-document integrator, or its registry of taxpayers',
    register: 'the KMTS register',
    company: 'the company’s own record, in the back office',
    companySettings: 'the company’s settings, in the back office',
    customer: 'the seller, as the voucher has them',
  },
}
