import type { FinalizationRequest, VoucherContent } from '#command/expense-vouchers/voucher.ts'
import type { VoucherRequest } from '#command/expense-vouchers/voucher-draft.ts'
import type { BankTransactionEvent } from '#kernel/events/bank-transaction.ts'
import type {
  CompanyEvent,
  CompanySettingsEvent,
  TemplateEvent,
} from '#kernel/events/reference-data.ts'

export type Settings = CompanySettingsEvent['data']
export type Company = CompanyEvent['data']
export type Template = TemplateEvent['data']
export type BankTransaction = Extract<
  BankTransactionEvent,
  { type: 'BankTransactionRecorded' }
>['data']

export const COMPANY = 'c0ffee000000000000000001'
export const SELLER = '10000000146'
export const OTHER_SELLER = '39586528950'
const SERIAL = 'GP'

export const expenseSettings: NonNullable<Settings['expense']> = {
  active: true,
  serial: SERIAL,
  identityValidationRequired: true,
  blockEInvoiceTaxpayers: false,
  integrator: null,
}

export const settings = (given: Partial<Settings> = {}): Settings => ({
  companyId: COMPANY,
  invoice: null,
  expense: expenseSettings,
  eDocument: null,
  ownerFirstName: null,
  ownerFamilyName: null,
  mersisNo: null,
  tradeRegisterNo: null,
  invoiceScenario: 'TEMELFATURA',
  partyDataRequired: false,
  ...given,
})

export const company = (given: Partial<Company> = {}): Company => ({
  companyId: COMPANY,
  title: 'Kapalıçarşı Kuyumculuk A.Ş.',
  taxNumber: '4840847211',
  taxOffice: 'Beyazıt',
  address: 'Kürkçüler Sok. 5',
  district: 'Fatih',
  city: 'İstanbul',
  phone: '902125551234',
  email: 'muhasebe@kapalicarsi.example',
  package: 'Standard',
  status: true,
  kmtsEnabled: false,
  timeZone: 'Europe/Istanbul',
  ...given,
})

/** Fine gold, bought by the gram. */
export const template = (given: Partial<Template> = {}): Template => ({
  companyId: COMPANY,
  templateId: '5e0000000000000000000001',
  key: 'fine-gold',
  title: 'Fine gold',
  lineName: '24 carat scrap',
  material: 'gold',
  unitType: 'GRM',
  type: 'normal',
  statusType: 'expense',
  exchange: '1',
  vatRate: '0',
  laborDisabled: true,
  laborName: null,
  laborType: null,
  laborAmount: null,
  stockCode: null,
  isDefault: true,
  isManual: false,
  order: 1,
  words: [],
  deleted: false,
  invoiceType: null,
  exemptionCode: null,
  ...given,
})

/** A customer account that says nothing. */
export const noAccount = {
  name: null,
  taxOffice: null,
  address: null,
  district: null,
  city: null,
  phone: null,
  mail: null,
  country: null,
}

/** An outgoing transfer to the seller. */
export const bankTransaction = (given: Partial<BankTransaction> = {}): BankTransaction => ({
  companyId: COMPANY,
  transactionId: '7a0000000000000000000001',
  accountId: 'acc000000000000000000001',
  stamp: 'stamp-1',
  personRef: 'seller',
  incoming: false,
  transactionDate: '2026-11-19T08:00:00Z',
  amount: '65559.95',
  currency: 'TRY',
  exchangeRate: null,
  balance: null,
  bankCode: null,
  code: null,
  status: 0,
  fundsNature: null,
  createdDate: '2026-11-19T08:00:01Z',
  counterparty: {
    idNo: SELLER,
    nameSurname: 'As The Bank Spells Her',
    iban: null,
    description: null,
    comment: null,
  },
  ...given,
})

export const manualRequest = (given: Partial<VoucherRequest> = {}): VoucherRequest => ({
  source: 'manual',
  idNo: SELLER,
  amount: 65559.95,
  ...given,
})

export const content = (given: Partial<VoucherContent> = {}): VoucherContent => ({
  voucherId: 'b0b000000000000000000001',
  source: 'bankTransaction',
  bankTransactionId: '7a0000000000000000000001',
  documentMode: 'paper',
  environment: null,
  seller: {
    taxNumber: SELLER,
    name: 'Ayşe Işık',
    taxOffice: null,
    address: null,
    district: null,
    city: 'İstanbul',
    phone: null,
    mail: null,
    webSite: null,
    country: null,
  },
  personRef: 'seller',
  transactionDate: '2026-11-20T09:45:00.000Z',
  timeZone: 'Europe/Istanbul',
  day: '2026-11-20',
  serial: SERIAL,
  givenNumber: null,
  amount: '65559.95',
  exchanges: '5312.8',
  purity: '0.916',
  price: '5312.8',
  quantity: '12.34',
  unitType: 'GRM',
  attribute: '24 carat scrap',
  template: {
    id: '5e0000000000000000000001',
    key: 'fine-gold',
    title: 'Fine gold',
    lineName: '24 carat scrap',
    material: 'gold',
  },
  description: null,
  currentCode: null,
  bankName: null,
  invoiceNo: null,
  isSwap: null,
  claims: {
    ledger: 'documentLedger-of-the-seller',
    transaction: 'transactionClaim-7a0000000000000000000001',
  },
  ...given,
})

export const finalizationRequest = (
  given: Partial<FinalizationRequest> = {},
): FinalizationRequest => ({
  voucherId: 'b0b000000000000000000001',
  serial: SERIAL,
  givenNumber: null,
  book: 'numberBook-of-the-serial',
  bookRevision: '-1',
  ...given,
})
