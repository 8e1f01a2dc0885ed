import { bankAccountEvents } from '#kernel/events/bank-account.ts'
import { bankQueryEvents } from '#kernel/events/bank-query.ts'
import { bankTransactionEvents } from '#kernel/events/bank-transaction.ts'
import { type CustomerEvent, customerEvents } from '#kernel/events/customer.ts'
import type { Forgotten } from '#kernel/events/event-family.ts'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { templateEvents } from '#kernel/events/reference-data.ts'
import { sanctionCheckEvents } from '#kernel/events/sanction-check.ts'
import { eventsOf } from '#test/support/an-event.ts'
import { namedParty } from '#test/support/parties.ts'

// Events as the services write them, for one company; each test changes what it is about.

export const COMPANY = 'c'.repeat(24)

const values = {
  companyId: COMPANY,
  customerId: 'd'.repeat(24),
  templateId: 'e'.repeat(24),
  accountId: 'a'.repeat(24),
  transactionId: 'b'.repeat(24),
  voucherId: 'f'.repeat(24),
  checkId: '9'.repeat(24),
  personRef: 'ref-1',
  serial: 'GP',
  bankTransactionId: null,
  givenNumber: null,
}
const claims = { ledger: 'documentLedger-1', transaction: null }

type DataOf<Builder extends (...given: never) => { readonly data: object }> = Partial<
  ReturnType<Builder>['data']
>

export const person: Exclude<CustomerEvent['data']['person'], Forgotten> = {
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

const customer = eventsOf(customerEvents, {
  values,
  ofType: {
    CustomerRecorded: {
      isAbroad: false,
      isValid: false,
      saveType: 'bank',
      labels: ['vip', ''],
      bankCodes: ['0064'],
      docTypes: [],
      createdDate: '2026-10-01T08:00:00.123Z',
      lastDate: '2026-10-02T08:00:00Z',
      person,
    },
  },
})

export const customerRecorded = (changes: DataOf<typeof customer<'CustomerRecorded'>> = {}) =>
  customer('CustomerRecorded', changes)

const template = eventsOf(templateEvents, {
  values,
  ofType: {
    TemplateRecorded: {
      key: 'hurda',
      title: 'Hurda altın',
      lineName: 'HURDA ALTIN IŞIK',
      type: 'normal',
      statusType: 'expense',
      vatRate: '20',
      laborName: null,
      laborAmount: '120.5',
      stockCode: 'S1',
      invoiceType: 'OZELMATRAH',
      exemptionCode: '805',
      material: 'gold',
      exchange: '0.916',
      order: 3,
      words: ['hurda', 'bilezik'],
      deleted: false,
      isManual: false,
    },
  },
})
export const templateRecorded = (changes: DataOf<typeof template<'TemplateRecorded'>> = {}) =>
  template('TemplateRecorded', changes)

const account = eventsOf(bankAccountEvents, {
  values,
  ofType: { BankAccountRecorded: { currency: 'TRY', bankCode: '0010', archived: false } },
})
export const bankAccountRecorded = (changes: DataOf<typeof account<'BankAccountRecorded'>> = {}) =>
  account('BankAccountRecorded', changes)

const transaction = eventsOf(bankTransactionEvents, {
  values,
  ofType: {
    BankTransactionRecorded: {
      incoming: false,
      amount: '65559.95',
      exchangeRate: '1',
      bankCode: '0010',
      code: 'EFT',
      currency: 'TRY',
      balance: '-12.30',
      transactionDate: '2026-11-01T10:00:00.5Z',
      status: 0,
      fundsNature: null,
      counterparty: {
        idNo: '10000000146',
        nameSurname: 'Çağrı Öz',
        iban: 'TR2',
        description: 'altın bedeli',
        comment: null,
      },
    },
  },
})
export const transactionRecorded = (
  changes: DataOf<typeof transaction<'BankTransactionRecorded'>> = {},
) => transaction('BankTransactionRecorded', changes)

const voucher = eventsOf(expenseVoucherEvents, {
  values: { ...values, claims },
  ofType: {
    VoucherDrafted: {
      source: 'manual',
      environment: null,
      seller: {
        ...namedParty,
        name: 'İpek Şahin',
        taxOffice: null,
        mail: 'ipek@example.com',
        webSite: null,
      },
      transactionDate: '2026-11-02T00:00:00Z',
      day: '2026-11-02',
      amount: '65559.95',
      exchanges: '5800.00000001',
      purity: '0.916',
      price: '5312.80',
      template: {
        id: values.templateId,
        key: 'hurda',
        title: 'Hurda altın',
        lineName: 'HURDA ALTIN',
        material: 'gold',
      },
    },
    FinalizationRequested: { bookRevision: '-1' },
    VoucherFinalized: {
      number: '17',
      printDate: '2026-11-20T09:00:00.25Z',
      stockMovement: { direction: 'in', material: 'gold', quantity: '12.34', unitType: 'GRM' },
      purchase: null,
    },
    VoucherAbandoned: { reason: 'numberTaken', claims: null },
  },
})
type Voucher = ExpenseVoucherEvent

export const voucherDrafted = (changes: DataOf<typeof voucher<'VoucherDrafted'>> = {}): Voucher =>
  voucher('VoucherDrafted', changes)
export const finalizationRequested = (voucherId = values.voucherId): Voucher =>
  voucher('FinalizationRequested', { voucherId })
export const voucherFinalized = (
  changes: DataOf<typeof voucher<'VoucherFinalized'>> = {},
): Voucher => voucher('VoucherFinalized', changes)
export const draftDeleted = (
  voucherId = values.voucherId,
  bankTransactionId: string | null = null,
): Voucher => voucher('DraftDeleted', { voucherId, bankTransactionId })
export const voucherAbandoned = (
  voucherId = values.voucherId,
  reason: 'neverCreated' | 'numberTaken' = 'numberTaken',
): Voucher => voucher('VoucherAbandoned', { voucherId, reason })

const query = eventsOf(bankQueryEvents, { values })
export const accountQueried = (changes: DataOf<typeof query<'BankAccountQueried'>> = {}) =>
  query('BankAccountQueried', changes)

const check = eventsOf(sanctionCheckEvents, {
  values,
  ofType: {
    SanctionsChecked: {
      checkedAt: '2026-11-20T09:45:00.000Z',
      isError: false,
      hasCustomer: false,
      pepQuery: false,
      masakCount: 0,
      wantedCount: 0,
      pepCount: 0,
      customerEventCount: 0,
      customerId: null,
      lists: [{ list: 'masak', version: null }],
      query: { idNo: '10000000146', fullName: 'İpek Şahin', surname: null },
      matches: { masak: [], wanted: [], pep: [] },
    },
  },
})
export const sanctionsChecked = (changes: DataOf<typeof check<'SanctionsChecked'>> = {}) =>
  check('SanctionsChecked', changes)
