import { sentDocument } from './example-documents.ts'

type Plain = Readonly<Record<string, unknown>>

const pendingForm = {
  isApproval: false,
  isSigned: false,
  masakStatus: 0,
  status: 'pending',
  approvedAt: null,
  signedAt: null,
}

const nothing = { errorCode: null, errorMessage: null }

const totals = { linesTotal: 65_559.95, kdvTotal: 0, allowanceTotal: 0, payableTotal: 65_559.95 }
const line = {
  name: 'Has altın',
  amount: 65_559.95,
  price: 5312.79983793,
  lineTotal: 65_559.95,
  kdvPercent: 0,
  kdvTotal: 0,
  allowancePrice: 0,
  allowanceTotal: 0,
  ozelMatrahTotal: 0,
}
const notForSwaps = { invoiceNo: null, isSwap: false }
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
  EDocument: sentDocument,
  ElectronicVoucher: { documentMode: 'electronic' },
  Voucher: notForSwaps,
  CreateCustomerFormRequestCompany: {
    idNo: '4840847211',
    nameSurname: 'Yılmaz Kuyumculuk Ltd. Şti.',
  },
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
  Invoice: { ...totals, invoiceType: 'ISTISNA', module: 'manual' },
  InvoiceItem: { ...totals, invoiceType: 'ISTISNA', module: 'manual' },
  InvoiceInfo: { type: 'ISTISNA', status: 'issued' },
  InvoiceLine: { ...line, isExtra: false, isLabor: false },
  InvoicePreview: { invoiceType: 'ISTISNA', channel: 'earchive' },
  PreviewedLine: line,
  InvoiceTotals: totals,
  KmtsVerification: { ...verified, completedAt: '2026-11-20T09:45:00.535Z' },
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
  MatchExplanation: {
    name: 1,
    parts: ['ayse', 'yilmaz'].map((part) => ({ query: part, entry: part, how: 'same', weight: 1 })),
  },
  MatchFact: { fact: 'birthYear', agrees: true, effect: 1 },
  SanctionQuery: { surname: null },
  SanctionCheckItem: { surname: null },
  SanctionCheckDetail: { surname: null },
  Template: {
    exchange: 1,
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
  CustomerFormStatus: pendingForm,
  CustomerFormItem: pendingForm,
  CustomerRelation: { types: 'Yetkili' },
  CustomerRelationInput: { types: 'Yetkili' },
  CustomerStanding: { exists: true },
  LatestForm: { isApproval: true, isSigned: true, hasPendingForm: false },
  LatestSanctionCheck: { types: ['masak', 'wanted', 'pep'], isError: false },
  DeletedInvoice: {
    id: '65a1b2c3-d4e5-4f6a-a7b8-c9d0e145cf8c',
    target: 'draft',
    channel: 'earchive',
  },
}
