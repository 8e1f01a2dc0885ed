import {
  apiKeyEvents,
  type CompanyEvent,
  companyEvents,
  companySettingsEvents,
  priceEvents,
  providerAccountEvents,
  type TemplateEvent,
  templateEvents,
} from '#kernel/events/reference-data.ts'
import { screeningSettingsEvents } from '#kernel/events/screening.ts'
import { webhookEndpointEvents } from '#kernel/events/webhook-endpoint.ts'
import { at, companyId, type Example, examplesOf } from './example.ts'

const company: CompanyEvent['data'] = {
  companyId,
  title: 'Işık Kuyumculuk',
  taxNumber: '4840847211',
  taxOffice: 'Kadıköy',
  address: 'Bahariye Cd. 1',
  district: 'Kadıköy',
  city: 'İstanbul',
  phone: '902161234567',
  email: 'info@example.com',
  package: 'Standard',
  status: true,
  kmtsEnabled: true,
  timeZone: 'Europe/Istanbul',
}

const template: TemplateEvent['data'] = {
  companyId,
  templateId: '5e0000000000000000000001',
  key: 'bracelet',
  title: 'Bilezik',
  lineName: '22 ayar bilezik',
  material: 'gold',
  unitType: 'GRM',
  type: 'normal',
  statusType: 'all',
  exchange: '0.916',
  vatRate: '20',
  laborDisabled: false,
  laborName: 'İşçilik',
  laborType: 'perUnit',
  laborAmount: '120',
  stockCode: 'B22',
  isDefault: true,
  isManual: false,
  order: 1,
  words: ['bilezik'],
  deleted: false,
  invoiceType: 'OZELMATRAH',
  exemptionCode: '805',
}

const webhookEndpoint = {
  companyId,
  endpointId: '65a1b2c3d4e5f6a7b8c9d0f1',
  url: 'https://accounting.example.com/sarraf',
  eventTypes: ['sarraf.invoice.*'],
  secrets: ['aHVudGVyMg=='],
}

export const referenceDataExamples: readonly Example[] = [
  ...examplesOf(
    companyEvents,
    { type: 'CompanyRecorded', data: company },
    {
      type: 'CompanyRecorded',
      data: {
        ...company,
        taxOffice: null,
        address: null,
        district: null,
        city: null,
        phone: null,
        email: null,
      },
    },
  ),
  ...examplesOf(
    companySettingsEvents,
    {
      type: 'CompanySettingsRecorded',
      data: {
        companyId,
        invoice: {
          active: true,
          serial: 'SRF',
          identityValidationRequired: true,
          minimumAmount: '10',
          integrator: 'sandbox',
        },
        expense: {
          active: true,
          serial: 'GP',
          identityValidationRequired: true,
          blockEInvoiceTaxpayers: true,
          integrator: 'sandbox',
        },
        eDocument: {
          enabled: true,
          environment: 'test',
          companyTaxNumber: '4840847211',
          serial: 'EGP',
        },
        ownerFirstName: 'Ali Can',
        ownerFamilyName: 'Demir',
        mersisNo: '0484084721100011',
        tradeRegisterNo: '123456-5',
        invoiceScenario: 'TICARIFATURA',
        partyDataRequired: true,
      },
    },
    {
      type: 'CompanySettingsRecorded',
      data: {
        companyId,
        invoice: null,
        expense: null,
        eDocument: null,
        ownerFirstName: null,
        ownerFamilyName: null,
        mersisNo: null,
        tradeRegisterNo: null,
        invoiceScenario: 'TEMELFATURA',
        partyDataRequired: false,
      },
    },
  ),
  ...examplesOf(screeningSettingsEvents, {
    type: 'ScreeningSettingsRecorded',
    data: { companyId, threshold: '0.85' },
  }),
  ...examplesOf(apiKeyEvents, {
    type: 'ApiKeyRecorded',
    data: {
      companyId,
      apiUserId: 'desk-1',
      secretHash: 'scrypt$16384$c2FsdA$aGFzaA',
      status: true,
      validUntil: '2030-01-01T00:00:00Z',
      rights: ['*'],
    },
  }),
  ...examplesOf(
    providerAccountEvents,
    {
      type: 'ProviderAccountRecorded',
      data: {
        companyId,
        provider: 'integrator',
        url: 'https://integrator.example.com',
        account: { user: 'dealer', secret: 'hunter2' },
      },
    },
    {
      type: 'ProviderAccountRecorded',
      data: { companyId, provider: 'kmts', url: null, account: { user: null, secret: null } },
    },
  ),
  ...examplesOf(
    webhookEndpointEvents,
    { type: 'WebhookEndpointRecorded', data: { ...webhookEndpoint, status: true } },
    {
      type: 'WebhookEndpointDisabled',
      data: { ...webhookEndpoint, reason: 'failing', failingSince: at },
    },
  ),
  ...examplesOf(priceEvents, {
    type: 'PriceRecorded',
    data: { companyId, material: 'gold', price: '5312.80', at },
  }),
  ...examplesOf(
    templateEvents,
    { type: 'TemplateRecorded', data: template },
    {
      type: 'TemplateRecorded',
      data: {
        ...template,
        laborName: null,
        laborType: null,
        laborAmount: null,
        stockCode: null,
        words: [],
        invoiceType: null,
        exemptionCode: null,
      },
    },
  ),
]
