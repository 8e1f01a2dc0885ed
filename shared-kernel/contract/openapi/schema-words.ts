import type { ApiSchema } from './document.ts'

type Schemas = Readonly<Record<string, ApiSchema>>

/** The same with a description each, which generators write above a type. */
export const withWords = (schemas: Schemas): Schemas =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      { description: schema.description ?? wordsFor(name), ...schema },
    ]),
  )

function wordsFor(name: string): string {
  const words = wordsOf[name]
  if (words !== undefined) return words
  if (name.endsWith('Page')) return 'A page of a list, in the envelope of every success.'
  if (name.endsWith('Response')) return 'One answer, in the envelope of every success.'
  const [first = '', ...rest] = name.split(/(?=[A-Z])/)
  return `${[first, ...rest.map((word) => word.toLowerCase())].join(' ')}.`
}

/** What a schema is, where its name does not say all. The texts of its fields stand at the fields. */
const wordsOf: Readonly<Record<string, string>> = {
  BankAccount: 'A bank account of the company.',
  BankAccountResult: 'What the bank said of one account.',
  BankQueryResult: 'What the banks said, account by account.',
  BankTransaction: 'A transaction of a bank account, with what is known of who sent it.',
  BankTransactionItem: 'A bank transaction in the list.',
  CreatedInvoice: 'An invoice that was issued, or left as a draft at the integrator.',
  CreatedVoucher: 'A voucher that was created.',
  Customer: 'A customer account.',
  CustomerForm: 'An identification form that was created.',
  CustomerFormItem: 'An identification form in the list.',
  CustomerFormStatus: 'How far an identification form has come.',
  CustomerInfo: 'The seller’s or buyer’s data for this document alone.',
  CustomerItem: 'A customer account in the list.',
  CustomerRelation: 'Who acts for a company, and as what.',
  CustomerRelationInput: 'Who acts for a company, and as what, in a request.',
  CustomerStanding: 'Whether one may trade with a person: account, lists and form.',
  CustomerSummary: 'A customer account in brief.',
  DeletedInvoice: 'A draft of an invoice that was deleted.',
  DeletedVoucher: 'A voucher that was deleted.',
  DocumentTemplate: 'The template that a document was made with.',
  EDocument: 'The electronic document of a voucher, as the provider has it.',
  ElectronicVoucher: 'A voucher after a step of its electronic document.',
  Error: 'Every answer that is no success.',
  ErrorBody: 'The code for a program, the message for a person, and the details.',
  ErrorCode: 'Every code that an error can have.',
  ErrorDetail: 'One field and the rule that it broke, with what else helps.',
  IdvSession: 'An identity verification session.',
  Invoice: 'An issued invoice with its lines.',
  InvoiceInfo: 'An invoice at the integrator.',
  InvoiceItem: 'An invoice in the list.',
  InvoiceLine: 'A line of an invoice.',
  InvoicePreview: 'An invoice as it would be.',
  InvoiceTemplate: 'The template of an invoice.',
  InvoiceTotals: 'The sums of an invoice.',
  KmtsVerification: 'A query of the register of security labels.',
  LatestForm: 'The latest identification form of a person.',
  LatestSanctionCheck: 'The latest sanction check of a person.',
  ListMeta: 'Which request this answers, when, and which page it is.',
  MatchExplanation: 'Why an entry of a list matches.',
  MatchFact: 'A fact besides the name that speaks for or against a match.',
  MatchPart: 'A part of the name that was searched for, and of the listed one.',
  Meta: 'Which request this answers, and when.',
  Party: 'The person or company of a document.',
  PartyName: 'The name and number of a person or company.',
  PreviewedLine: 'A line of an invoice as it would be.',
  PreviewedParty: 'The other party of a document as it would be.',
  RegisterEvent: 'An event of the customer register.',
  RegisterEventDetail: 'An event of the customer register, with the customer.',
  SanctionCheck: 'A sanction check that was made.',
  SanctionCheckDetail: 'A sanction check, with the matches found at that time.',
  SanctionCheckItem: 'A sanction check in the list.',
  SanctionCheckOptions: 'Which lists to search in addition to MASAK.',
  SanctionMatch: 'An entry of a list that matches.',
  SanctionMatches: 'The entries that match, list by list.',
  SanctionOptions: 'Which lists were searched in addition to MASAK.',
  SanctionQuery: 'What was searched for.',
  SanctionSummary: 'How many entries match, list by list.',
  SenderSummary: 'The customer who sent a bank transaction.',
  Template: 'An item template as the company keeps it.',
  TransactionInvoice: 'The invoice of a bank transaction.',
  TransactionMasak: 'The sanction check of who sent a bank transaction.',
  TransactionVoucher: 'The voucher of a bank transaction.',
  UsableTemplate: 'A template that can be named in a request.',
  Voucher: 'An expense voucher.',
  VoucherItem: 'An expense voucher in the list.',
  VoucherPreview: 'A voucher as it would be.',
  VoucherTemplate: 'The template of a voucher.',
}
