import { invoiceWords, voucherWords, type Words } from './schema-words.ts'

const sanctionRequest: Words = {
  idNo: 'Identity number to search for.',
  fullName: 'Name and surname to search for.',
  options: 'The lists that are searched in addition to MASAK.',
}

const invoiceRequest: Words = {
  ...invoiceWords,
  source: 'What the invoice is created from.',
  amount: 'What the buyer pays, in TRY, with at most 2 decimals.',
  idNo: 'The buyer’s identity or tax number; `11111111111` is the end consumer. Of a bank transaction, default: the sender’s.',
  nameSurname: 'The buyer’s name or title.',
  description: 'A note that is printed, line by line.',
  bankName: 'The bank that received the payment.',
  customerInfo: 'Data of the buyer; overrides the customer account.',
  iban: 'The account that received the payment.',
}

const voucherRequest: Words = {
  ...voucherWords,
  source: 'What the voucher is created from.',
  amount: 'What the seller is paid, in TRY, with at most 2 decimals.',
  nameSurname: 'The seller’s name or title.',
  number: 'A number of your own within the serial.',
  serial: 'A serial of your own.',
  customerInfo: 'Data of the seller; overrides the customer account.',
}

/** By the name of the request, which all of its variants share. */
export const wordsOfRequest: Readonly<Record<string, Words>> = {
  CreateVoucherRequest: voucherRequest,
  PreviewVoucherRequest: voucherRequest,
  CreateInvoiceRequest: invoiceRequest,
  PreviewInvoiceRequest: invoiceRequest,
  CheckSanctionsRequest: sanctionRequest,
  CreateCustomerFormRequest: {
    customerRelation: 'The person who acts for the company.',
    iban: 'IBAN of the person.',
  },
}

/** Additions for fields in a request body. */
export const whenSent: Readonly<Record<string, string>> = {
  accountId: 'Default: every integrated account, one after another.',
  idCardType: 'Default: `idCard`.',
  idType: 'Default: `person`.',
  attribute: 'Default: the template’s line name.',
  code: 'The code from the seller’s SMS: 4 to 8 digits.',
  exchanges: 'At most 8 decimals. Default: the list price.',
  invoiceType: 'Default: `OTOMATIK`, which follows the item template.',
  isDraft: 'Default: false.',
  number: 'Default: the next one. Needs a `serial` that is not the company’s own.',
  paymentDate: 'Default: the date of the invoice.',
  serial: 'Default: the company’s own.',
  templateKey: 'Default: the company’s default template.',
  transactionDate:
    'A date `YYYY-MM-DD` is its midnight in UTC. Default: the bank transaction’s date, or now.',
  pepQuery: 'Default: true.',
  surname: 'Only wanted and politically exposed persons with this surname are returned.',
  wantedQuery: 'Default: true.',
}
