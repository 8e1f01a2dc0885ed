// The meaning of fields whose names mean something else elsewhere, by the schema that has them.

export type Words = Readonly<Record<string, string>>

export const voucherWords: Words = {
  source: 'What the voucher was created from.',
  sourceId: 'The outgoing bank transaction; null for a manual voucher.',
  number: 'Local number within the serial; null for a draft.',
  serial: 'Local serial. The official number of an electronic voucher is `eDocument.number`.',
  amount: 'What the seller is paid, in TRY.',
  idNo: 'The seller’s identity or tax number.',
  template: 'The item template that was used.',
  customer: 'The seller.',
  transactionDate: 'Date of the voucher.',
  description: 'A note of your own.',
  bankName: 'The bank that paid the seller.',
}

export const invoiceWords: Words = {
  transactionDate: 'Date of the invoice.',
  idNo: 'The buyer’s identity or tax number.',
  invoiceStatus: 'Issued, or cancelled in the integrator’s portal.',
  integrator: 'The e-document integrator that issued it.',
  customer: 'The buyer.',
  invoiceInfo: 'The document at the integrator.',
  lines: 'The lines, extra and labour lines included.',
}

const bankTransaction: Words = {
  status: '0 pending, 1 processed, 2 ignored.',
  masakStatus: 'Latest sanction check of the sender: 0 not queried, 1 no problem, 2 problematic.',
  transactionDate: 'When the bank booked it.',
  amount: 'Amount, always positive; `incoming` says in which direction.',
  currency: 'Currency code in upper case.',
  code: 'The bank’s code of the kind of transaction, for example of a transfer.',
  idNo: 'Identity or tax number of the sender or recipient.',
  nameSurname: 'Name or title of the sender or recipient.',
  iban: 'IBAN of the sender or recipient.',
  description: 'The text that came with the transaction.',
  invoiceNumber: 'Official number of the invoice that was made from it.',
  comment: 'A note of the back office.',
  summaryInfo: 'The customer account of the sender; null without one.',
  expenseData: 'The expense voucher that uses it; null without one.',
  invoiceInfo: 'The invoice that uses it; null without one.',
  masak: 'Latest sanction query for the sender’s `idNo`.',
}

const form: Words = {
  isApproval: 'Whether the back office has approved the form.',
  isSigned: 'Whether the customer has signed it.',
  masakStatus: 'Sanction check of the person: 0 not queried, 1 no problem, 2 problematic.',
  status: 'Where the form stands.',
  approvedAt: 'When it was approved.',
  signedAt: 'When it was signed.',
}

const registerEvent: Words = {
  customerId: 'The customer account; null if the person has none.',
  recordLevel: 'The level that the event gave: 0 no record, 1 normal, 2 safe, 3 risky, 4 banned.',
  comment: 'What happened.',
  customer: 'The customer account as it is now; null without one.',
}

const sanctionCheck: Words = {
  summary: 'How many entries matched, in each list.',
  matches: 'Matching entries of each list, best first, at most 50 for each.',
  checkedAt: 'When the lists were searched.',
  customer: 'The customer account as it is now; null without one.',
  idNo: 'The identity number that was searched for.',
  fullName: 'The name that was searched for.',
  surname: 'The surname that narrowed the search.',
}

const template: Words = {
  type: 'Kind of template: `reason`, `exceptional`, `normal` or `auto`.',
  words: 'Words by which the back office finds the template.',
  laborDisabled: 'Whether no labour line is added.',
  laborName: 'Name of the labour line.',
  laborType: 'Whether labour is charged for each unit, or once.',
  stockCode: 'Stock code of the item.',
  isManual: 'Whether it is offered for manual documents only.',
  name: 'Name of the item.',
}

/** By the name of the component. */
export const wordsOf: Readonly<Record<string, Words>> = {
  Voucher: voucherWords,
  VoucherItem: voucherWords,
  CreatedVoucher: voucherWords,
  VoucherPreview: {
    ...voucherWords,
    source: 'What the voucher would be created from.',
    sourceId: 'Always null.',
  },
  DeletedVoucher: { id: 'The voucher that is gone.' },
  EDocument: {
    uuid: 'Official id of the document at the provider; null before it is prepared.',
    state: 'Where the document stands.',
    errorCode: 'The provider’s code of the last error.',
    errorMessage: 'The provider’s text of the last error.',
  },
  ElectronicVoucher: { id: 'The voucher.', eDocument: 'The electronic document.' },
  Invoice: invoiceWords,
  InvoiceItem: invoiceWords,
  InvoiceInfo: {
    type: 'Taxation: exempt, special base or full price.',
    status: 'Issued, or cancelled in the integrator’s portal.',
    uuid: 'The document’s id at the integrator.',
  },
  InvoiceLine: {
    name: 'Product or service.',
    quantity: 'Amount in `unitType`.',
    price: 'Unit price before VAT and allowance.',
    amount: 'Net amount before VAT and allowance.',
    kdvTotal: 'VAT of the line.',
    allowanceTotal: 'Allowance of the line.',
    isDefault: 'Whether it is the line of the item itself.',
    stockCode: 'Stock code; null without one.',
  },
  InvoicePreview: {
    ...invoiceWords,
    source: 'What the invoice would be created from.',
    sourceId: 'Always null.',
    amount: 'What the buyer pays.',
  },
  PreviewedLine: {
    name: 'Product or service.',
    quantity: 'Amount in `unitType`.',
    isDefault: 'Whether it is the line of the item itself.',
  },
  CreatedInvoice: {
    source: 'What the invoice was created from.',
    isDraft: 'Whether it is only a draft at the integrator.',
    invoiceId: 'For `GET /v1/invoices/{id}`; null for a draft.',
    uuid: 'The document’s id at the integrator.',
    invoiceNumber: 'Official number; null for a draft.',
    template: 'The item template that was used.',
    totals: 'The totals; null for a draft.',
  },
  DeletedInvoice: {
    id: 'As it was asked for.',
    target: 'Whether the draft at the integrator or its local record was deleted.',
    channel: 'The channel of a deleted draft; null for a record.',
  },
  BankTransaction: bankTransaction,
  BankTransactionItem: bankTransaction,
  TransactionMasak: {
    status: '0 not queried, 1 no problem, 2 problematic.',
    lastQueriedAt: 'When the lists were searched; null if they never were.',
    types: 'The lists that were searched.',
    isError: 'Whether the query failed.',
    data: 'What matched; null without a query.',
  },
  TransactionVoucher: { voucherId: 'The voucher.', number: 'Local number; null for a draft.' },
  TransactionInvoice: {
    invoiceId: 'The invoice.',
    status: '`pending` while its outcome at the integrator is unknown.',
    uuid: 'The document’s id at the integrator.',
  },
  SenderSummary: { customerId: 'The customer account.', customerName: 'Its name or title.' },
  BankAccount: {
    name: 'Name of the account.',
    iban: 'IBAN of the account.',
    currency: 'Currency of the account.',
    bank: 'Whether it is an account at a bank.',
    lastQueriedAt: 'When the bank was last asked for all of its transactions.',
  },
  BankAccountResult: {
    name: 'Name of the account.',
    status: '`skipped`: another query was asking for this account.',
    message: 'Why it failed or was skipped.',
  },
  BankQueryResult: {
    total: 'Accounts that were selected.',
    triggered: 'Accounts that were asked for.',
    succeeded: 'Accounts whose transactions are complete.',
    failed: 'Accounts whose bank could not be asked.',
    skipped: 'Accounts that another query was asking for.',
    results: 'What happened to each account.',
    ranAt: 'When the query began.',
  },
  Template: { ...template, statusType: 'The purpose; `passive` templates are not offered.' },
  UsableTemplate: template,
  VoucherTemplate: template,
  DocumentTemplate: template,
  InvoiceTemplate: template,
  Customer: { name: 'Given name.' },
  CustomerForm: form,
  CustomerFormStatus: form,
  CustomerFormItem: form,
  CustomerRelation: { types: 'Kinds of relation.', nameSurname: 'Name of the acting person.' },
  CustomerRelationInput: { types: 'Kinds of relation.', nameSurname: 'Name of the acting person.' },
  CustomerStanding: {
    exists: 'Whether there is a customer account.',
    customer: 'The customer account; null without one.',
    events: 'Its register events, newest first, at most 25.',
    masak: 'The latest sanction check of the identity number; null without one.',
    verification: 'The identification forms of the person; null without one.',
  },
  LatestForm: { ...form, latestId: 'The newest form.', lastFormAt: 'When it was created.' },
  LatestSanctionCheck: {
    lastQueriedAt: 'When the lists were searched.',
    types: 'The lists that were searched.',
    isError: 'Whether the check failed.',
  },
  RegisterEvent: registerEvent,
  RegisterEventDetail: registerEvent,
  SanctionCheck: sanctionCheck,
  SanctionCheckItem: sanctionCheck,
  SanctionCheckDetail: sanctionCheck,
  SanctionQuery: sanctionCheck,
  SanctionMatch: {
    name: 'The entry’s main name.',
    idNo: 'The entry’s identity number.',
    birthDate: 'The entry’s day or year of birth, as listed.',
    nationality: 'The entry’s nationality, as listed.',
    program: 'The sanctions programme, as listed.',
    reason: 'Why it is listed, as listed.',
  },
  MatchPart: {
    query: 'The part of the name that was searched for; null where it has none.',
    weight: 'How much the part counts in the score; a rare one counts more.',
  },
  KmtsVerification: {
    outcome: '`pending` until the register has answered; `verified` means that the code exists.',
    status: 'The register’s status of the label.',
    source: 'The channel of the query.',
    method: 'The register’s method of verification.',
    errorCode: 'Why the query failed; null unless it did.',
    errorMessage: 'The same in words.',
    isVerified:
      'Whether the code exists in the register. It does not prove that a product is genuine.',
  },
  IdvSession: { dataSet: 'The result of the verification, as the service delivered it.' },
  PartyName: { name: 'Name and surname, or title.' },
  Party: { name: 'Name and surname, or title.', city: 'Province.' },
  PreviewedParty: { name: 'Name and surname, or title.', city: 'Province.' },
  Meta: { requestId: 'The id of the request, as in the header `x-request-id`.' },
  ListMeta: {
    requestId: 'The id of the request, as in the header `x-request-id`.',
    page: 'This page.',
    total: 'Items on all pages.',
  },
}
