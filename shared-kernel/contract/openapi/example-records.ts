type Plain = Readonly<Record<string, unknown>>

const nothing = { errorCode: null, errorMessage: null }

const totals = { linesTotal: 65_559.95, kdvTotal: 0, allowanceTotal: 0, payableTotal: 65_559.95 }
const line = {
  name: 'Has altın',
  amount: 65_559.95,
  lineTotal: 65_559.95,
  kdvPercent: 0,
  kdvTotal: 0,
  allowancePrice: 0,
  allowanceTotal: 0,
  ozelMatrahTotal: 65_559.95,
}
const bankTransaction = {
  code: 'EFT',
  description: 'Altın bedeli',
  incoming: true,
  invoiceNumber: null,
  status: 0,
  masakStatus: 1,
  isCheck: false,
  fundsNature: null,
  exchangeRate: null,
}
const registerEvent = { comment: 'Kimliği doğrulandı.' }
const verified = {
  outcome: 'verified',
  isVerified: true,
  source: 'api',
  retryable: false,
  durationMs: 412,
  packagePrefix: null,
  ...nothing,
}

/** Values that fit together, by the name of the schema. */
export const valuesBySchema: Readonly<Record<string, Plain>> = {
  EDocument: {
    ...nothing,
    number: 'GPM2026000000042',
    state: 'sent',
    statusDetail: null,
    cancelled: false,
  },
  ElectronicVoucher: { documentMode: 'electronic' },
  CreateVoucherRequest: { source: 'manual' },
  BankTransaction: { ...bankTransaction, expenseData: null, invoiceInfo: null },
  BankTransactionItem: bankTransaction,
  TransactionMasak: {
    status: 1,
    types: ['masak', 'wanted', 'pep'],
    isError: false,
    data: { masak: [], wanted: [], pep: [] },
  },
  BankAccount: { name: 'Garanti TL', bank: true, archived: false, integrated: true },
  BankAccountResult: { name: 'Garanti TL', status: 'success' },
  BankQueryResult: { total: 1, triggered: 1, succeeded: 1, failed: 0, skipped: 0 },
  CreatedInvoice: {
    invoiceId: '65a1b2c3d4e5f6a7b8c9d0e1',
    sourceId: '65a1b2c3d4e5f6a7b8c9d0e1',
    channel: 'earchive',
  },
  Invoice: { ...totals, invoiceType: 'OZELMATRAH', module: 'manual' },
  InvoiceItem: { ...totals, invoiceType: 'OZELMATRAH', module: 'manual' },
  InvoiceInfo: { type: 'OZELMATRAH', status: 'issued' },
  InvoiceLine: { ...line, isExtra: false, isLabor: false },
  InvoicePreview: { invoiceType: 'OZELMATRAH', channel: 'earchive' },
  PreviewedLine: line,
  InvoiceTotals: totals,
  KmtsVerification: verified,
  RegisterEvent: registerEvent,
  RegisterEventDetail: registerEvent,
  SanctionSummary: {
    masakCount: 1,
    wantedCount: 0,
    pepCount: 0,
    hasCustomer: true,
    customerEventCount: 1,
  },
  SanctionMatches: { wanted: [], pep: [] },
  SanctionMatch: { list: 'masak', name: 'AYŞE YILMAZ', idNo: null, aliases: ['AYSE YILMAZ'] },
  MatchExplanation: { name: 0.94 },
  MatchPart: { query: 'AYŞE', entry: 'AYŞE', how: 'same', weight: 0.4 },
  MatchFact: { fact: 'birthDate', agrees: true, effect: 1 },
  SanctionQuery: { surname: null },
  SanctionCheckItem: { surname: null },
  SanctionCheckDetail: { surname: null },
  Template: {
    exchange: 0.995,
    laborDisabled: true,
    laborName: null,
    laborType: null,
    isManual: false,
    unitType: 'GRM',
  },
  UsableTemplate: { unitType: 'GRM' },
  Customer: {
    labels: ['VIP'],
    name: 'Ayşe',
    cmpNo: null,
    isAbroad: false,
    ibans: ['TR330006100519786457841326'],
    bankCodes: ['0062'],
    docTypes: ['idCard'],
    customerRelation: null,
    saveType: 'manual',
    isPhoto: true,
  },
  CustomerItem: { labels: ['VIP'], saveType: 'manual', isPhoto: true },
  CustomerForm: { isApproval: false, isSigned: false, masakStatus: 0 },
  CustomerFormStatus: {
    isApproval: false,
    isSigned: false,
    masakStatus: 0,
    status: 'pending',
    approvedAt: null,
    signedAt: null,
  },
  CustomerRelation: { types: 'Yetkili' },
  CustomerRelationInput: { types: 'Yetkili' },
  CustomerStanding: { exists: true },
  LatestForm: { isApproval: true, isSigned: true, hasPendingForm: false },
  LatestSanctionCheck: { types: ['masak', 'wanted', 'pep'], isError: false },
  DeletedInvoice: { target: 'draft', channel: 'earchive' },
}

interface Outcome {
  readonly name: string
  readonly summary: string
  readonly values: Plain
}

const draft = { isDraft: true, isFinalized: false, printDate: null, number: null }

const beforeSms = { smsSentAt: null, smsRetryAt: null }
const beforeAcceptance = {
  number: null,
  acceptedAt: null,
  finalizedAt: null,
  reportStatus: null,
  cancelled: null,
}
const prepared = { state: 'prepared', providerStatus: 'waiting', ...beforeSms, ...beforeAcceptance }
const waiting = { state: 'verification_pending', providerStatus: 'waiting', ...beforeAcceptance }

/** The outcomes of operations whose answers differ: by operation and status. */
export const outcomes: Readonly<Record<string, readonly Outcome[]>> = {
  'createVoucher 201': [
    { name: 'finalized', summary: 'A finalized voucher', values: {} },
    { name: 'draft', summary: 'A draft', values: draft },
  ],
  'createInvoice 200': [
    {
      name: 'draft',
      summary: 'A draft at the integrator',
      values: { isDraft: true, invoiceId: null, invoiceNumber: null, totals: null },
    },
  ],
  'readVoucher 200': [
    { name: 'paper', summary: 'A finalized paper voucher', values: {} },
    { name: 'draft', summary: 'A paper draft', values: draft },
  ],
  'prepareEDocument 200': [
    { name: 'prepared', summary: 'Prepared', values: { isFinalized: false, eDocument: prepared } },
  ],
  'sendEDocumentSms 200': [
    {
      name: 'smsSent',
      summary: 'The SMS was sent',
      values: { isFinalized: false, eDocument: waiting },
    },
  ],
  'confirmEDocument 200': [{ name: 'sent', summary: 'Accepted and finalized', values: {} }],
  'readEDocumentStatus 200': [
    { name: 'sent', summary: 'Accepted and finalized', values: {} },
    {
      name: 'unclear',
      summary: 'Still unknown at the provider',
      values: {
        isFinalized: false,
        eDocument: {
          ...beforeAcceptance,
          state: 'review_required',
          providerStatus: 'unknown',
          errorCode: 'TIMEOUT',
          errorMessage: 'The provider did not answer in time.',
        },
      },
    },
  ],
}
