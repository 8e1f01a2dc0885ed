import { type Static, Type } from 'typebox'
import { type EventOf, eventFamily, internal, publicField, secret } from './event-family.ts'
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

/** A price, and the moment from which it counts. */
const MomentPrice = Type.Object({ price: decimal, at: instant })
export type MomentPrice = Static<typeof MomentPrice>

export const priceEvents = eventFamily(
  'price',
  {
    PriceRecorded: {
      companyId: publicField(id),
      material: publicField(string),
      /** TRY per gram of fine metal, or per unit of currency. */
      price: publicField(decimal),
      /** From when it counts. */
      at: publicField(instant),
      /** The price that counted when this one was told. */
      inForce: publicField(orNull(MomentPrice)),
      /** What was known to come then, by its moments; null where that is not said here, but by the events before. */
      toCome: publicField(orNull(list(MomentPrice))),
    },
  },
  { PriceRecorded: [(data) => ({ ...data, inForce: null, toCome: null })] },
)

export const templateEvents = eventFamily('template', {
  TemplateRecorded: {
    companyId: publicField(id),
    templateId: publicField(id),
    key: publicField(string),
    title: publicField(string),
    lineName: internal(string),
    material: publicField(string),
    unitType: publicField(oneOf('GRM', 'C62')),
    type: internal(string),
    statusType: internal(string),
    /** Purity. */
    exchange: publicField(decimal),
    vatRate: publicField(decimal),
    laborDisabled: internal(boolean),
    laborName: internal(orNull(string)),
    laborType: internal(orNull(oneOf('perUnit', 'fixed'))),
    laborAmount: internal(orNull(decimal)),
    stockCode: publicField(orNull(string)),
    isDefault: publicField(boolean),
    isManual: internal(boolean),
    order: publicField(integer),
    words: internal(list(string)),
    deleted: publicField(boolean),
    invoiceType: publicField(orNull(oneOf('ISTISNA', 'OZELMATRAH', 'SATIS'))),
    exemptionCode: internal(orNull(string)),
  },
})

export const providerAccountStream = (
  companyId: string,
  provider: ProviderAccountEvent['data']['provider'],
): string => `${providerAccountEvents.category}-${companyId}_${provider}`

export type CompanyEvent = EventOf<typeof companyEvents>
export type CompanySettingsEvent = EventOf<typeof companySettingsEvents>
export type ApiKeyEvent = EventOf<typeof apiKeyEvents>
export type ProviderAccountEvent = EventOf<typeof providerAccountEvents>
export type PriceEvent = EventOf<typeof priceEvents>
export type TemplateEvent = EventOf<typeof templateEvents>

/** They decide which keys count: where one of them cannot be read, none of the company's does. */
export const eventsOfKeys = ['ApiKeyRecorded', 'CompanyRecorded'] as const satisfies readonly (
  | ApiKeyEvent
  | CompanyEvent
)['type'][]
