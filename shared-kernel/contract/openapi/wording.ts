import type { Right } from '../endpoint.ts'
import type { Detail } from '../envelope.ts'
import type { RefusalCode } from '../error-codes.ts'

// What the description says in words. A field is described by its name: it means the same everywhere.

const described: Readonly<Record<string, string>> = {
  acceptedAt: 'When the provider accepted it.',
  accountId: 'One bank account.',
  activityName: 'What the business does.',
  address: 'Street address.',
  aliases: 'Other names on the list.',
  allowDuplicate: 'True skips the duplicate check (same day, identity and amount).',
  amount: 'Amount, with at most 2 decimals; in TRY where no currency is named.',
  approvalCode: 'Approval code of the card payment.',
  archived: 'The account is no longer used.',
  attribute: 'Description of the item.',
  balance: 'Balance after the transaction.',
  bankCode: 'Code of the bank.',
  bankName: 'The bank that pays.',
  bankTransactionId: 'An outgoing bank transaction that has no voucher yet.',
  birthday: 'Day of birth, as `YYYY-MM-DD`.',
  birthplace: 'Place of birth.',
  cancelled: 'Whether it was cancelled in the provider’s portal.',
  cities: 'District.',
  countries: 'Country.',
  countriesCode: 'Code of the country.',
  createdAt: 'When it was created.',
  createdDate: 'When it was created.',
  currency: 'Code of the currency; capitals do not matter.',
  currentCode: 'Accounting code.',
  customer: 'The seller, or the buyer.',
  customerEventCount: 'Register events of the person, at the time of the check.',
  customerEvents: 'Register events of the person as they are now, newest first, at most 100.',
  customerInfo: 'Data of the seller or buyer; what is given here overrides the customer account.',
  customerRelation: 'Who acts for the company, and as what.',
  deleted: 'Always true.',
  description: 'A note.',
  documentMode: 'How the voucher is issued.',
  eDocument: 'The electronic document; null for paper.',
  email: 'Electronic mail address.',
  entryId: 'Id of the entry on its list.',
  environment: 'Where it is official: fixed when the voucher is created.',
  errorCode: 'Code of the last error.',
  errorMessage: 'The last error in words.',
  endDate: 'Dated at this moment or before; a bare `YYYY-MM-DD` is its midnight, UTC.',
  exchange: 'Current list price of the material; 0 when there is none.',
  exchangeRate: 'Exchange rate.',
  exchanges: 'Price of one gram of fine metal, or of one unit.',
  expectedNumber: 'The sequence number that the voucher would be given.',
  expenseNumber: 'Number of the expense voucher that it is set off against.',
  fatherName: 'The father’s name.',
  finalizedAt: 'When it was completed here: number, stock and bank links.',
  format: 'The kind of the file.',
  frozenAt: 'When content and phone were locked.',
  fullName: 'Name and surname.',
  fundsNature: 'Nature of the funds.',
  hasCustomer: 'A customer account was found.',
  iban: 'Bank account number (IBAN).',
  id: '24 hexadecimal digits.',
  idCardType: 'Kind of the identity document.',
  idNo: 'National identity or tax number, or the number of a document.',
  idType: 'A person or a company.',
  integrator: 'Who passes the electronic document on.',
  incoming: 'True: money came in. False: it went out.',
  integrated: 'The bank can be asked for its transactions.',
  invoiceNo: 'Numbers of the swap’s invoices.',
  invoiceNumber: 'Official number of the invoice.',
  invoiceType: 'How it is taxed: exempt, on a special base, or on the whole.',
  isAbroad: 'Lives abroad.',
  isCheck: 'A voucher or an offset claims it.',
  isDefault: 'The template that is used when none is named.',
  isDraft: 'A draft has no number yet and can be deleted.',
  isFinalized: 'Has a number and a print date.',
  isPhoto: 'An image of a document is there.',
  isSwap: 'Part of a swap.',
  isValid: 'The identity number has been validated.',
  isVerify: 'The customer has been identified.',
  jobName: 'Occupation.',
  key: 'What a template is named by in `templateKey`.',
  label: 'One of the customer’s labels.',
  lastCheckedAt: 'When the provider was last asked.',
  lastQueriedAt: 'When it was last asked for.',
  lineName: 'Name of the item on the document.',
  list: 'The list that the match is from.',
  listVersion:
    'Version of the list: the day of its import and the beginning of its file’s SHA-256.',
  masakStatus: 'Latest sanction check of the person: 0 not queried, 1 no problem, 2 problematic.',
  matchedName: 'The name on the list that answered to the query.',
  matchedOn: 'What answered to the query.',
  matches: 'Entries that were found, best first, at most 50 of a list.',
  material: 'The material that is bought or sold.',
  module: 'What the invoice was made from.',
  motherName: 'The mother’s name.',
  naceCode: 'NACE code of the business.',
  name: 'Name and surname, or title.',
  nameSurname: 'Name and surname, or title.',
  number: 'Number within the serial; a draft has none.',
  onlyInvoice: 'Wanted for invoices alone.',
  options: 'Which lists are searched beside MASAK’s.',
  order: 'Place in the list.',
  outcome: 'What came of the query; `pending` until that is known.',
  page: 'Number of the page, from 1.',
  pageSize: 'Items on a page.',
  paymentDate: 'When it is paid.',
  paymentNote: 'What was agreed on the payment.',
  paymentType: 'How it is paid.',
  pepQuery: 'The list of politically exposed persons is searched.',
  phone: 'Telephone number.',
  phone2: 'Second telephone number.',
  preparedAt: 'When the provider took the draft.',
  price: 'Unit price in TRY.',
  printDate: 'When it was finalized; null for a draft.',
  providerStatus: 'What is known of it at the provider, whatever has been done here.',
  q: 'Digits: an identity number, exactly. Anything else: a part of the name; case and Turkish letters do not matter.',
  quantity: 'Grams or pieces.',
  record: 'The list’s own row, in at most 4 KiB.',
  recordLevel: '0 no record, 1 normal, 2 safe, 3 risky, 4 banned.',
  registryNo: 'Trade registry number.',
  reportStatus: 'Report to the tax authority.',
  saveType: 'How the account came into being.',
  score: 'From 0 to 1; 1 also for an equal identity number.',
  serial: 'Serial of the numbers.',
  smsRetryAt: 'Not before this moment may the next SMS be sent.',
  smsSentAt: 'When the last SMS was sent.',
  scannedCode: 'Label or mark number; trimmed and put into capitals, also where it is looked for.',
  sort: 'Field to sort by, with `:asc` (also when left out) or `:desc`.',
  source: 'What the document is made from; of a query, the channel.',
  sourceId: 'The bank transaction; null for a manual one.',
  stamp: 'What the bank tells it by.',
  startDate: 'Dated at this moment or later; a bare `YYYY-MM-DD` is its midnight, UTC.',
  state: 'State of the electronic document; null for paper.',
  states: 'Province.',
  statesCode: 'Code of the province.',
  status: 'Of a bank transaction: 0 pending, 1 processed, 2 ignored.',
  statusDetail: 'What the provider says of its state.',
  statusType: 'What the template can be used for.',
  summary: 'How much was found.',
  surname: 'Family name.',
  taxNumber: 'Identity or tax number.',
  taxOffice: 'Tax office.',
  template: 'The item template.',
  templateKey: 'The item template.',
  title: 'What people call it.',
  transactionDate: 'Date of the transaction.',
  type: 'Kind of the template; of an invoice, how it is taxed.',
  types: 'What the relation is.',
  unitName: 'Name of the unit.',
  unitType: 'Unit code: grams or pieces.',
  updatedAt: 'When it last changed, in microseconds; strictly increasing within a company.',
  updatedSince:
    'Changed after this moment, to the microsecond: the last `updatedAt` that you have seen.',
  uuid: 'The document’s id at the provider.',
  wantedQuery: 'The list of wanted persons is searched.',
}

/** What is added where a client sends the field in a body. */
const whenSent: Readonly<Record<string, string>> = {
  accountId: 'Default: every integrated account, one after another.',
  idCardType: 'Default: `idCard`.',
  idType: 'Default: `person`.',
  attribute: 'Default: the template’s line name.',
  code: 'The code that the seller was sent: 4 to 8 digits.',
  exchanges: 'At most 8 decimals. Default: the list price.',
  invoiceType: 'Default: `OTOMATIK`, which follows the item template.',
  isDraft: 'Default: false.',
  number: 'Default: the next one. Needs a `serial` that is not the company’s own.',
  paymentDate: 'Default: the date of the invoice.',
  serial: 'Default: the company’s own.',
  templateKey: 'Default: the company’s default template.',
  transactionDate:
    'A bare `YYYY-MM-DD` is its midnight, UTC. Default: the bank transaction’s, or now.',
  pepQuery: 'Default: true.',
  surname: 'Only wanted and exposed persons with this surname are told of.',
  wantedQuery: 'Default: true.',
}

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
