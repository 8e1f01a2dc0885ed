import type { BankAccountEvent } from '#kernel/events/bank-account.ts'
import type { BankQueryEvent } from '#kernel/events/bank-query.ts'
import type { BankTransactionEvent } from '#kernel/events/bank-transaction.ts'
import type { CustomerEvent } from '#kernel/events/customer.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import type { TemplateEvent } from '#kernel/events/reference-data.ts'
import type { SanctionCheckEvent } from '#kernel/events/sanction-check.ts'

// Events as the services write them, for one company; each test changes what it is about.

export const COMPANY = 'c'.repeat(24)

type DataOf<Event, Type extends string> =
  Extract<Event, { type: Type }> extends { readonly data: infer Data } ? Data : never
type Person = Exclude<DataOf<CustomerEvent, 'CustomerRecorded'>['person'], { forgotten: true }>
type Counterparty = Exclude<
  DataOf<BankTransactionEvent, 'BankTransactionRecorded'>['counterparty'],
  { forgotten: true }
>
type Seller = Exclude<DataOf<ExpenseVoucherEvent, 'VoucherDrafted'>['seller'], { forgotten: true }>

export const person: Person = {
  idNo: '10000000146',
  nameSurname: 'İpek Şahin',
  phone: '905321234567',
  email: 'ipek@example.com',
  nationality: 'TR',
  countries: 'Türkiye',
  states: 'İstanbul',
  cities: 'Fatih',
  name: 'İpek',
  surname: 'Şahin',
  ownerName: null,
  birthplace: 'Muğla',
  birthday: '1981-02-05',
  year: 1981,
  phone2: null,
  taxOffice: 'Beyazıt',
  registryNo: '77',
  cmpNo: '88',
  activityName: 'Kuyumcu',
  naceCode: '47.77',
  countriesCode: '792',
  statesCode: '34',
  address: 'Kapalıçarşı 1, "iç" bedesten \\ han',
  motherName: 'Ayşe',
  fatherName: 'Işık',
  jobName: 'Esnaf',
  ibans: ['TR330006100519786457841326', 'with "quotes", \\ and {braces}'],
  customerRelation: { types: 'vekil', nameSurname: 'Ali', idNo: null },
}

export const customerRecorded = (
  changes: Partial<DataOf<CustomerEvent, 'CustomerRecorded'>> = {},
): CustomerEvent => ({
  type: 'CustomerRecorded',
  data: {
    companyId: COMPANY,
    customerId: 'd'.repeat(24),
    personRef: 'ref-1',
    idType: 'person',
    idCardType: 'passport',
    recordLevel: 2,
    isVerify: true,
    isValid: false,
    isPhoto: true,
    isAbroad: false,
    saveType: 'bank',
    labels: ['vip', ''],
    bankCodes: ['0064'],
    docTypes: [],
    createdDate: '2026-10-01T08:00:00.123Z',
    lastDate: '2026-10-02T08:00:00Z',
    person,
    ...changes,
  },
})

export const templateRecorded = (
  changes: Partial<DataOf<TemplateEvent, 'TemplateRecorded'>> = {},
): TemplateEvent => ({
  type: 'TemplateRecorded',
  data: {
    companyId: COMPANY,
    templateId: 'e'.repeat(24),
    key: 'hurda',
    title: 'Hurda altın',
    lineName: 'HURDA ALTIN IŞIK',
    material: 'gold',
    unitType: 'GRM',
    type: 'normal',
    statusType: 'expense',
    exchange: '0.916',
    vatRate: '20',
    laborDisabled: true,
    laborName: null,
    laborType: 'perUnit',
    laborAmount: '120.5',
    stockCode: 'S1',
    isDefault: true,
    isManual: false,
    order: 3,
    words: ['hurda', 'bilezik'],
    deleted: false,
    invoiceType: 'OZELMATRAH',
    exemptionCode: '805',
    ...changes,
  },
})

export const bankAccountRecorded = (
  changes: Partial<DataOf<BankAccountEvent, 'BankAccountRecorded'>> = {},
): BankAccountEvent => ({
  type: 'BankAccountRecorded',
  data: {
    companyId: COMPANY,
    accountId: 'a'.repeat(24),
    name: 'Ziraat İş Hesabı',
    bankCode: '0010',
    iban: 'TR1',
    currency: 'TRY',
    bank: true,
    archived: false,
    active: true,
    accountRef: 'acc-1',
    ...changes,
  },
})

const counterparty: Counterparty = {
  idNo: '10000000146',
  nameSurname: 'Çağrı Öz',
  iban: 'TR2',
  description: 'altın bedeli',
  comment: null,
}

export const transactionRecorded = (
  changes: Partial<DataOf<BankTransactionEvent, 'BankTransactionRecorded'>> = {},
): BankTransactionEvent => ({
  type: 'BankTransactionRecorded',
  data: {
    companyId: COMPANY,
    transactionId: 'b'.repeat(24),
    accountId: 'a'.repeat(24),
    stamp: 'stamp-1',
    personRef: 'ref-1',
    incoming: false,
    transactionDate: '2026-11-01T10:00:00.5Z',
    amount: '65559.95',
    currency: 'TRY',
    exchangeRate: '1',
    balance: '-12.30',
    bankCode: '0010',
    code: 'EFT',
    status: 0,
    fundsNature: null,
    createdDate: '2026-11-01T10:05:00Z',
    counterparty,
    ...changes,
  },
})

const seller: Seller = {
  taxNumber: '10000000146',
  name: 'İpek Şahin',
  taxOffice: null,
  address: 'Kapalıçarşı',
  district: 'Fatih',
  city: 'İstanbul',
  phone: '905321234567',
  mail: 'ipek@example.com',
  webSite: null,
  country: 'Türkiye',
}

const claims = { ledger: 'documentLedger-1', transaction: null }

export const voucherDrafted = (
  changes: Partial<DataOf<ExpenseVoucherEvent, 'VoucherDrafted'>> = {},
): ExpenseVoucherEvent => ({
  type: 'VoucherDrafted',
  data: {
    voucherId: 'f'.repeat(24),
    source: 'manual',
    bankTransactionId: null,
    documentMode: 'paper',
    environment: null,
    seller,
    personRef: 'ref-1',
    transactionDate: '2026-11-02T00:00:00Z',
    timeZone: 'Europe/Istanbul',
    day: '2026-11-02',
    serial: 'GP',
    givenNumber: null,
    amount: '65559.95',
    exchanges: '5800.00000001',
    purity: '0.916',
    price: '5312.80',
    quantity: '12.34',
    unitType: 'GRM',
    attribute: 'Bilezik',
    template: {
      id: 'e'.repeat(24),
      key: 'hurda',
      title: 'Hurda altın',
      lineName: 'HURDA ALTIN',
      material: 'gold',
    },
    description: 'not',
    currentCode: '320',
    bankName: 'Ziraat',
    invoiceNo: 'X1',
    isSwap: true,
    claims,
    ...changes,
  },
})

export const finalizationRequested = (voucherId = 'f'.repeat(24)): ExpenseVoucherEvent => ({
  type: 'FinalizationRequested',
  data: { voucherId, serial: 'GP', givenNumber: null, book: 'numberBook-1', bookRevision: '-1' },
})

export const voucherFinalized = (
  changes: Partial<DataOf<ExpenseVoucherEvent, 'VoucherFinalized'>> = {},
): ExpenseVoucherEvent => ({
  type: 'VoucherFinalized',
  data: {
    voucherId: 'f'.repeat(24),
    serial: 'GP',
    number: '17',
    printDate: '2026-11-20T09:00:00.25Z',
    stockMovement: { direction: 'in', material: 'gold', quantity: '12.34', unitType: 'GRM' },
    purchase: null,
    bankTransactionId: null,
    ...changes,
  },
})

export const draftDeleted = (
  voucherId = 'f'.repeat(24),
  bankTransactionId: string | null = null,
): ExpenseVoucherEvent => ({
  type: 'DraftDeleted',
  data: { voucherId, bankTransactionId, claims },
})

export const voucherAbandoned = (
  voucherId = 'f'.repeat(24),
  reason: 'neverCreated' | 'numberTaken' = 'numberTaken',
): ExpenseVoucherEvent => ({
  type: 'VoucherAbandoned',
  data: { voucherId, reason, claims: null },
})

export const accountQueried = (
  changes: Partial<DataOf<BankQueryEvent, 'BankAccountQueried'>> = {},
): BankQueryEvent => ({
  type: 'BankAccountQueried',
  data: {
    accountId: 'a'.repeat(24),
    from: '2026-11-17T09:45:00.000Z',
    to: '2026-11-20T09:45:00.000Z',
    receivedCount: 2,
    recordedCount: 1,
    ...changes,
  },
})

export const sanctionsChecked = (
  changes: Partial<Extract<SanctionCheckEvent, { type: 'SanctionsChecked' }>['data']> = {},
): SanctionCheckEvent => ({
  type: 'SanctionsChecked',
  data: {
    checkId: '9'.repeat(24),
    source: 'api',
    personRef: 'ref-1',
    checkedAt: '2026-11-20T09:45:00.000Z',
    wantedQuery: true,
    pepQuery: false,
    isError: false,
    hasResult: true,
    lists: [{ list: 'masak', version: null }],
    masakCount: 0,
    wantedCount: 0,
    pepCount: 0,
    hasCustomer: false,
    customerEventCount: 0,
    customerId: null,
    threshold: '0.8',
    method: 'names-3',
    query: { idNo: '10000000146', fullName: 'İpek Şahin', surname: null },
    matches: { masak: [], wanted: [], pep: [] },
    ...changes,
  },
})
