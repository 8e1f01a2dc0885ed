import { Type } from 'typebox'
import {
  type EventOf,
  eventFamily,
  internal,
  personal,
  publicField,
  secret,
} from './event-family.ts'
import { boolean, decimal, id, instant, integer, list, oneOf, orNull, string } from './fields.ts'

// Records that other programs of the dealer keep and hand over through the import. Each event carries
// the whole record; the latest event counts.

export const companyEvents = eventFamily('company', {
  CompanyRecorded: {
    companyId: publicField(id),
    title: internal(string),
    taxNumber: internal(string),
    taxOffice: internal(orNull(string)),
    address: internal(orNull(string)),
    district: internal(orNull(string)),
    city: internal(orNull(string)),
    phone: internal(orNull(string)),
    email: internal(orNull(string)),
    package: internal(string),
    status: internal(boolean),
    kmtsEnabled: internal(boolean),
    timeZone: internal(string),
  },
})

const InvoiceSettings = Type.Object({
  active: boolean,
  serial: orNull(string),
  identityValidationRequired: boolean,
  minimumAmount: orNull(decimal),
  integrator: orNull(string),
})

const ExpenseSettings = Type.Object({
  active: boolean,
  serial: orNull(string),
  identityValidationRequired: boolean,
  blockEInvoiceTaxpayers: boolean,
  integrator: orNull(string),
})

const EDocumentSettings = Type.Object({
  enabled: boolean,
  environment: oneOf('test', 'live'),
  companyTaxNumber: orNull(string),
  serial: orNull(string),
})

export const companySettingsEvents = eventFamily(
  'companySettings',
  {
    CompanySettingsRecorded: {
      companyId: publicField(id),
      invoice: internal(orNull(InvoiceSettings)),
      expense: internal(orNull(ExpenseSettings)),
      eDocument: internal(orNull(EDocumentSettings)),
      /** Of a sole trader, whose title need not be a person's name. */
      ownerFirstName: internal(orNull(string)),
      ownerFamilyName: internal(orNull(string)),
      mersisNo: internal(orNull(string)),
      tradeRegisterNo: internal(orNull(string)),
      /** How invoices to e-invoice taxpayers are sent: such a buyer may refuse a TICARIFATURA. */
      invoiceScenario: internal(oneOf('TEMELFATURA', 'TICARIFATURA')),
      /** Whether documents need all that integrators demand of their parties. */
      partyDataRequired: internal(boolean),
    },
  },
  {
    CompanySettingsRecorded: [
      (data) => ({
        ...data,
        ownerFirstName: null,
        ownerFamilyName: null,
        mersisNo: null,
        tradeRegisterNo: null,
        invoiceScenario: 'TEMELFATURA',
        partyDataRequired: false,
      }),
    ],
  },
)

export const apiKeyEvents = eventFamily('apiKey', {
  ApiKeyRecorded: {
    companyId: publicField(id),
    apiUserId: internal(string),
    /** Salted scrypt hash in its text form; never the secret itself. */
    secretHash: secret(string),
    status: internal(boolean),
    validUntil: internal(instant),
    rights: internal(list(string)),
  },
})

export const providerAccountEvents = eventFamily('providerAccount', {
  ProviderAccountRecorded: {
    companyId: publicField(id),
    provider: internal(oneOf('integrator', 'kmts', 'bank')),
    url: internal(orNull(string)),
    account: secret(Type.Object({ user: orNull(string), secret: orNull(string) })),
  },
})

export const priceEvents = eventFamily('price', {
  PriceRecorded: {
    companyId: publicField(id),
    material: publicField(string),
    /** TRY per gram of fine metal, or per unit of currency. */
    price: publicField(decimal),
    at: publicField(instant),
  },
})

export const templateEvents = eventFamily('template', {
  TemplateRecorded: {
    companyId: publicField(id),
    templateId: publicField(id),
    key: internal(string),
    title: internal(string),
    lineName: internal(string),
    material: internal(string),
    unitType: internal(oneOf('GRM', 'C62')),
    type: internal(string),
    statusType: internal(string),
    /** Purity. */
    exchange: internal(decimal),
    vatRate: internal(decimal),
    laborDisabled: internal(boolean),
    laborName: internal(orNull(string)),
    laborType: internal(orNull(oneOf('perUnit', 'fixed'))),
    laborAmount: internal(orNull(decimal)),
    stockCode: internal(orNull(string)),
    isDefault: internal(boolean),
    isManual: internal(boolean),
    order: internal(integer),
    words: internal(list(string)),
    deleted: internal(boolean),
    invoiceType: internal(orNull(oneOf('ISTISNA', 'OZELMATRAH', 'SATIS'))),
    exemptionCode: internal(orNull(string)),
  },
})

export const bankAccountEvents = eventFamily('bankAccount', {
  BankAccountRecorded: {
    companyId: publicField(id),
    accountId: publicField(id),
    name: internal(string),
    bankCode: internal(orNull(string)),
    iban: internal(orNull(string)),
    currency: internal(string),
    bank: internal(boolean),
    archived: internal(boolean),
    active: internal(boolean),
    /** The account's name at the bank gateway; null without integration. */
    accountRef: internal(orNull(string)),
  },
})

const CustomerRelation = Type.Object({
  types: orNull(string),
  nameSurname: orNull(string),
  idNo: orNull(string),
})

const Person = Type.Object({
  idNo: string,
  nameSurname: string,
  phone: orNull(string),
  email: orNull(string),
  nationality: orNull(string),
  countries: orNull(string),
  states: orNull(string),
  cities: orNull(string),
  name: orNull(string),
  surname: orNull(string),
  ownerName: orNull(string),
  birthplace: orNull(string),
  birthday: orNull(string),
  year: orNull(integer),
  phone2: orNull(string),
  taxOffice: orNull(string),
  registryNo: orNull(string),
  cmpNo: orNull(string),
  activityName: orNull(string),
  naceCode: orNull(string),
  countriesCode: orNull(string),
  statesCode: orNull(string),
  address: orNull(string),
  motherName: orNull(string),
  fatherName: orNull(string),
  jobName: orNull(string),
  ibans: list(string),
  customerRelation: orNull(CustomerRelation),
})

export const customerEvents = eventFamily('customer', {
  CustomerRecorded: {
    companyId: publicField(id),
    customerId: publicField(id),
    personRef: publicField(string),
    idType: publicField(oneOf('person', 'company')),
    idCardType: publicField(orNull(oneOf('idCard', 'passport', 'dlCard', 'other'))),
    recordLevel: publicField(orNull(integer)),
    isVerify: publicField(boolean),
    isValid: publicField(boolean),
    isPhoto: publicField(boolean),
    isAbroad: internal(boolean),
    saveType: publicField(orNull(oneOf('bank', 'manual', 'idCard', 'accord'))),
    labels: internal(list(string)),
    bankCodes: internal(list(string)),
    docTypes: internal(list(string)),
    createdDate: publicField(instant),
    lastDate: publicField(orNull(instant)),
    person: personal(Person),
  },
})

const Counterparty = Type.Object({
  idNo: orNull(string),
  nameSurname: orNull(string),
  iban: orNull(string),
  description: orNull(string),
  comment: orNull(string),
})

export const bankTransactionEvents = eventFamily('bankTransaction', {
  BankTransactionRecorded: {
    companyId: publicField(id),
    transactionId: publicField(id),
    accountId: publicField(id),
    stamp: internal(string),
    personRef: publicField(orNull(string)),
    incoming: publicField(boolean),
    transactionDate: publicField(instant),
    amount: publicField(decimal),
    currency: publicField(string),
    exchangeRate: publicField(orNull(decimal)),
    balance: internal(orNull(decimal)),
    bankCode: publicField(orNull(string)),
    code: publicField(orNull(string)),
    status: publicField(Type.Integer({ minimum: 0, maximum: 2 })),
    fundsNature: internal(orNull(string)),
    createdDate: publicField(instant),
    counterparty: personal(Counterparty),
  },
  /** In the stream named by account and stamp, if the import gave the transaction an id of its own. */
  StampAssigned: {
    companyId: publicField(id),
    accountId: publicField(id),
    transactionId: publicField(id),
  },
})

export type CompanyEvent = EventOf<typeof companyEvents>
export type CompanySettingsEvent = EventOf<typeof companySettingsEvents>
export type ApiKeyEvent = EventOf<typeof apiKeyEvents>
export type ProviderAccountEvent = EventOf<typeof providerAccountEvents>
export type PriceEvent = EventOf<typeof priceEvents>
export type TemplateEvent = EventOf<typeof templateEvents>
export type BankAccountEvent = EventOf<typeof bankAccountEvents>
export type CustomerEvent = EventOf<typeof customerEvents>
export type BankTransactionEvent = EventOf<typeof bankTransactionEvents>

/** They decide which keys count: where one of them cannot be read, none of the company's does. */
export const eventsOfKeys = ['ApiKeyRecorded', 'CompanyRecorded'] as const satisfies readonly (
  | ApiKeyEvent
  | CompanyEvent
)['type'][]
