import type { VoucherContent } from '#command/expense-vouchers/voucher.ts'
import { accessEvents } from '#kernel/events/access.ts'
import { bankAccountEvents } from '#kernel/events/bank-account.ts'
import { bankQueryEvents } from '#kernel/events/bank-query.ts'
import {
  type BankTransactionEvent,
  bankTransactionEvents,
} from '#kernel/events/bank-transaction.ts'
import {
  documentLedgerEvents,
  numberBookEvents,
  transactionClaimEvents,
} from '#kernel/events/claims.ts'
import { type CustomerEvent, customerEvents } from '#kernel/events/customer.ts'
import { registerEvents } from '#kernel/events/customer-event.ts'
import {
  type CustomerFormEvent,
  customerFormEvents,
  personFormsEvents,
} from '#kernel/events/customer-form.ts'
import type { AnyEvent, EventFamily, Forgotten } from '#kernel/events/event-family.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { idvSessionEvents } from '#kernel/events/idv-session.ts'
import { invoiceEvents } from '#kernel/events/invoice.ts'
import {
  type KmtsEntry,
  kmtsVerificationEvents,
  noEntry,
} from '#kernel/events/kmts-verification.ts'
import { notaryEvents } from '#kernel/events/notary.ts'
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
import { type SanctionCheckEvent, sanctionCheckEvents } from '#kernel/events/sanction-check.ts'
import { sanctionListEvents } from '#kernel/events/sanction-list.ts'
import { rescreeningEvents, screeningSettingsEvents } from '#kernel/events/screening.ts'
import { encodeEvent } from '#kernel/platform/event-codec.ts'
import type { NewEvent } from '#kernel/platform/event-store/event-store.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { electronicVoucherExamples } from './electronic-vouchers.ts'
import { invoiceExamples } from './invoices.ts'

export interface Example {
  readonly category: string
  readonly event: AnyEvent
  readonly recorded: (vault: Vault, at: Place) => Promise<NewEvent>
}

interface Place {
  readonly stream: string
  readonly id: string
}

type BankTransactionRecorded = Extract<
  BankTransactionEvent,
  { type: 'BankTransactionRecorded' }
>['data']
type Person = Exclude<CustomerEvent['data']['person'], Forgotten>

const companyId = 'c0ffee000000000000000001'
const voucherId = 'b0b000000000000000000001'
const transactionId = '7a0000000000000000000001'
const at = '2026-11-20T09:45:00.123Z'

/** Events of one family, in their latest shape: full ones, and ones that leave out all they may. */
function examplesOf<Event extends AnyEvent>(
  family: EventFamily<Event>,
  ...events: readonly NoInfer<Event>[]
): Example[] {
  return events.map((event) => ({
    category: family.category,
    event,
    recorded: (vault, { stream, id }) =>
      encodeEvent(vault, {
        family,
        event,
        id,
        stream,
        recordedAt: at,
        origin: {
          companyId,
          actor: { kind: 'apiUser', id: 'desk-1' },
          commandId: '5b2f1c1e-6a4e-4f8e-9d0a-0f6a4d2c9b11',
          requestId: '0d9be1a4-3c57-4f3b-8f0e-6c0f5b7a2d33',
          idempotencyKey: 'key-1',
          ip: '192.0.2.7',
          userAgent: 'till/1.0',
          causationId: null,
          correlationId: '5b2f1c1e-6a4e-4f8e-9d0a-0f6a4d2c9b11',
        },
        owner: { companyId, purpose: 'fiscal', person: '10000000146' },
      }),
  }))
}

const voucher: VoucherContent = {
  voucherId,
  source: 'bankTransaction',
  bankTransactionId: transactionId,
  documentMode: 'electronic',
  environment: 'live',
  seller: {
    taxNumber: '10000000146',
    name: 'Ayşe Işık',
    taxOffice: 'Kadıköy',
    address: 'Bahariye Cd. 1',
    district: 'Kadıköy',
    city: 'İstanbul',
    phone: '905321234567',
    mail: 'ayse@example.com',
    webSite: 'https://example.com',
    country: 'Türkiye',
  },
  personRef: '4c1f',
  transactionDate: '2026-11-20T09:45:00Z',
  serial: 'GP',
  givenNumber: '7',
  amount: '65559.95',
  exchanges: '5312.8',
  price: '5312.8',
  quantity: '12.34',
  unitType: 'GRM',
  attribute: '24 ayar hurda',
  template: {
    id: '5e0000000000000000000001',
    key: 'fine-gold',
    title: 'Has altın',
    lineName: '24 ayar hurda',
    material: 'gold',
  },
  description: 'Ayşe Hanım’dan alındı',
  currentCode: '320.01',
  bankName: 'Ziraat',
  invoiceNo: 'A-7',
  isSwap: true,
  claims: { ledger: 'documentLedger-4c1f', transaction: `transactionClaim-${transactionId}` },
}

const kmtsEntry: KmtsEntry = {
  status: 'ACTIVE',
  statusDescription: 'Etiket aktif',
  statusTitleDescription: 'Aktif',
  activationDate: '2026-03-02T08:30:00.000Z',
  markingDate: '2026-02-27T10:00:00.000Z',
  scanVerificationId: 'SV-7',
  refineryName: 'Boğaziçi Rafineri',
  productName: 'Külçe altın 1 g',
  millesimalFineness: '995.0',
  weightUnit: 'GRM',
  metal: 'Altın',
  weight: '1.005',
  packagePrefix: 'PK',
  method: 'LABEL',
  methodDescription: 'Güvenlik etiketi',
}

const person: Person = {
  idNo: '10000000146',
  nameSurname: 'Ayşe Işık',
  phone: '905321234567',
  email: 'ayse@example.com',
  nationality: 'TC',
  countries: 'Türkiye',
  states: 'İstanbul',
  cities: 'Kadıköy',
  name: 'Ayşe',
  surname: 'Işık',
  ownerName: 'Ayşe Işık',
  birthplace: 'Ankara',
  birthday: '1981-02-05',
  year: 1981,
  phone2: '902161234567',
  taxOffice: 'Kadıköy',
  registryNo: '12',
  cmpNo: '34',
  activityName: 'Kuyumcu',
  naceCode: '47.77',
  countriesCode: 'TR',
  statesCode: '34',
  address: 'Bahariye Cd. 1',
  motherName: 'Fatma',
  fatherName: 'Ali',
  jobName: 'Öğretmen',
  ibans: ['TR330006100519786457841326'],
  customerRelation: { types: 'owner', nameSurname: 'Ali Işık', idNo: '39586528950' },
}

const barePerson: Person = {
  idNo: '4840847211',
  nameSurname: 'IŞIK A.Ş.',
  phone: null,
  email: null,
  nationality: null,
  countries: null,
  states: null,
  cities: null,
  name: null,
  surname: null,
  ownerName: null,
  birthplace: null,
  birthday: null,
  year: null,
  phone2: null,
  taxOffice: null,
  registryNo: null,
  cmpNo: null,
  activityName: null,
  naceCode: null,
  countriesCode: null,
  statesCode: null,
  address: null,
  motherName: null,
  fatherName: null,
  jobName: null,
  ibans: [],
  customerRelation: null,
}

const customer: CustomerEvent['data'] = {
  companyId,
  customerId: 'd00000000000000000000001',
  personRef: '4c1f',
  idType: 'person',
  idCardType: 'idCard',
  recordLevel: 1,
  isVerify: true,
  isValid: true,
  isPhoto: false,
  isAbroad: false,
  saveType: 'bank',
  labels: ['vip'],
  bankCodes: ['0010'],
  docTypes: ['idCard'],
  createdDate: '2026-01-02T03:04:05Z',
  lastDate: '2026-11-20T09:45:00Z',
  person,
}

const bankTransaction: BankTransactionRecorded = {
  companyId,
  transactionId,
  accountId: 'acc000000000000000000001',
  stamp: 'stamp-1',
  personRef: '4c1f',
  incoming: false,
  transactionDate: '2026-11-19T08:00:00Z',
  amount: '65559.95',
  currency: 'TRY',
  exchangeRate: '1',
  balance: '100.5',
  bankCode: '0010',
  code: 'EFT',
  status: 0,
  fundsNature: 'own',
  createdDate: '2026-11-19T08:00:01Z',
  counterparty: {
    idNo: '10000000146',
    nameSurname: 'AYŞE IŞIK',
    iban: 'TR330006100519786457841326',
    description: 'hurda altın',
    comment: 'aradı',
  },
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

const claims = { ledger: 'documentLedger-4c1f', transaction: null }
const owner = { kind: 'expenseVoucher', id: voucherId } as const

const sanctionCheck: Extract<SanctionCheckEvent, { type: 'SanctionsChecked' }>['data'] = {
  checkId: '5c0000000000000000000001',
  source: 'api',
  personRef: '4c1f',
  checkedAt: at,
  wantedQuery: true,
  pepQuery: false,
  isError: false,
  lists: [
    { list: 'masak', version: '2026-11-20-0123456789ab' },
    { list: 'wanted', version: null },
  ],
  masakCount: 1,
  wantedCount: 0,
  pepCount: 0,
  hasCustomer: true,
  customerEventCount: 2,
  customerId: 'd00000000000000000000001',
  threshold: '0.8',
  method: 'names-2',
  query: { idNo: '10000000146', fullName: 'Ayşe Işık', surname: 'Işık' },
  matches: {
    masak: [
      {
        listVersion: '2026-11-19-ba9876543210',
        entryId: '17',
        name: 'AYŞE IŞIK',
        aliases: ['Aişe Işık'],
        idNo: '10000000146',
        birthDate: '05.02.1981',
        nationality: 'T.C.',
        program: 'Uydurma örgüt',
        reason: 'Uydurma karar',
        score: '1',
        matchedOn: 'idNo',
        matchedName: 'AYŞE IŞIK',
        record: { 'ADI SOYADI-ÜNVANI': 'AYŞE IŞIK' },
        explanation: {
          name: '1.000',
          parts: [{ query: 'ayse', entry: 'ayse', how: 'same', weight: '1.00' }],
          facts: [{ fact: 'birthYear', agrees: true, effect: '1.00' }],
        },
      },
    ],
    wanted: [],
    pep: [],
  },
}

const formId = 'f00000000000000000000001'

const form: Extract<CustomerFormEvent, { type: 'FormSubmitted' }>['data'] = {
  companyId,
  formId,
  forms: 'personForms-4c1f',
  personRef: '4c1f',
  idType: 'company',
  idCardType: 'passport',
  isAbroad: true,
  onlyInvoice: false,
  submittedAt: at,
  person: {
    idNo: '4840847211',
    nameSurname: 'IŞIK A.Ş.',
    birthplace: 'Ankara',
    birthday: '1981-02-05',
    nationality: 'TC',
    phone: '905321234567',
    phone2: '902161234567',
    email: 'ayse@example.com',
    iban: 'TR330006100519786457841326',
    taxOffice: 'Kadıköy',
    registryNo: '12',
    activityName: 'Kuyumcu',
    naceCode: '47.77',
    countriesCode: 'TR',
    countries: 'Türkiye',
    statesCode: '34',
    states: 'İstanbul',
    cities: 'Kadıköy',
    address: 'Bahariye Cd. 1',
    motherName: 'Fatma',
    fatherName: 'Ali',
    jobName: 'Öğretmen',
    customerRelation: { types: 'owner', nameSurname: 'Ali Işık', idNo: '39586528950' },
  },
}

export const examples: readonly Example[] = [
  ...examplesOf(
    expenseVoucherEvents,
    { type: 'VoucherDrafted', data: voucher },
    {
      type: 'VoucherDrafted',
      data: {
        ...voucher,
        source: 'manual',
        bankTransactionId: null,
        documentMode: 'paper',
        environment: null,
        seller: {
          taxNumber: '11111111111',
          name: null,
          taxOffice: null,
          address: null,
          district: null,
          city: null,
          phone: null,
          mail: null,
          webSite: null,
          country: null,
        },
        givenNumber: null,
        unitType: 'C62',
        description: null,
        currentCode: null,
        bankName: null,
        invoiceNo: null,
        isSwap: null,
        claims,
      },
    },
    {
      type: 'FinalizationRequested',
      data: {
        voucherId,
        serial: 'GP',
        givenNumber: '7',
        book: 'numberBook-4c1f',
        bookRevision: '41',
      },
    },
    {
      type: 'FinalizationRequested',
      data: {
        voucherId,
        serial: 'GP',
        givenNumber: null,
        book: 'numberBook-4c1f',
        bookRevision: '-1',
      },
    },
    {
      type: 'VoucherFinalized',
      data: {
        voucherId,
        serial: 'GP',
        number: '42',
        printDate: at,
        stockMovement: { direction: 'in', material: 'gold', quantity: '12.34', unitType: 'GRM' },
        bankTransactionId: null,
      },
    },
    { type: 'DraftDeleted', data: { voucherId, bankTransactionId: transactionId, claims } },
    { type: 'VoucherAbandoned', data: { voucherId, reason: 'neverCreated', claims: null } },
    { type: 'VoucherAbandoned', data: { voucherId, reason: 'numberTaken', claims } },
    ...electronicVoucherExamples(voucherId),
  ),
  ...examplesOf(
    documentLedgerEvents,
    { type: 'DocumentClaimed', data: { owner, day: '2026-11-20', amount: '65559.95' } },
    { type: 'DocumentReleased', data: { owner } },
  ),
  ...examplesOf(
    transactionClaimEvents,
    { type: 'TransactionClaimed', data: { transactionId, owner } },
    { type: 'TransactionReleased', data: { transactionId, owner: { ...owner, kind: 'invoice' } } },
  ),
  ...examplesOf(numberBookEvents, {
    type: 'NumberTaken',
    data: {
      serial: 'GP',
      number: '44',
      documentId: voucherId,
      given: true,
      sequence: '42',
      ahead: 1,
    },
  }),
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
  ...examplesOf(rescreeningEvents, {
    type: 'CustomersRescreened',
    data: {
      list: 'masak',
      version: '2026-11-20-0123456789ab',
      since: '2026-11-19-ba9876543210',
      entries: 12,
      customers: 3400,
      matched: 2,
      completedAt: at,
    },
  }),
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
  ...examplesOf(
    bankAccountEvents,
    {
      type: 'BankAccountRecorded',
      data: {
        companyId,
        accountId: 'acc000000000000000000001',
        name: 'Ziraat TL',
        bankCode: '0010',
        iban: 'TR330006100519786457841326',
        currency: 'TRY',
        bank: true,
        archived: false,
        active: true,
        accountRef: 'ref-1',
      },
    },
    {
      type: 'BankAccountRecorded',
      data: {
        companyId,
        accountId: 'acc000000000000000000001',
        name: 'Kasa',
        bankCode: null,
        iban: null,
        currency: 'TRY',
        bank: false,
        archived: true,
        active: false,
        accountRef: null,
      },
    },
  ),
  ...examplesOf(
    bankQueryEvents,
    {
      type: 'BankQueryStarted',
      data: {
        accountId: 'acc000000000000000000001',
        from: '2026-11-17T09:45:00.123Z',
        to: at,
        attemptId: '5f0a3c1e-7f3d-4d8e-9b59-0e6a1c2d3b4f',
      },
    },
    {
      type: 'BankAccountQueried',
      data: {
        accountId: 'acc000000000000000000001',
        from: '2026-11-17T09:45:00.123Z',
        to: at,
        receivedCount: 7,
        recordedCount: 3,
      },
    },
    {
      type: 'BankQueryFailed',
      data: {
        accountId: 'acc000000000000000000001',
        from: '2026-11-17T09:45:00.123Z',
        to: at,
        receivedCount: 100,
        recordedCount: 2,
        reason: 'refused',
        providerCode: 'ACCOUNT_CLOSED',
      },
    },
    {
      type: 'BankQueryFailed',
      data: {
        accountId: 'acc000000000000000000001',
        from: '2026-10-21T09:45:00.123Z',
        to: at,
        receivedCount: 0,
        recordedCount: 0,
        reason: 'timeout',
        providerCode: null,
      },
    },
  ),
  ...examplesOf(invoiceEvents, ...invoiceExamples('1f0000000000000000000001')),
  ...examplesOf(
    customerEvents,
    { type: 'CustomerRecorded', data: customer },
    {
      type: 'CustomerRecorded',
      data: {
        ...customer,
        idType: 'company',
        idCardType: null,
        recordLevel: null,
        saveType: null,
        labels: [],
        bankCodes: [],
        docTypes: [],
        lastDate: null,
        person: barePerson,
      },
    },
  ),
  ...examplesOf(
    customerFormEvents,
    { type: 'FormSubmitted', data: form },
    {
      type: 'FormSubmitted',
      data: {
        ...form,
        idType: 'person',
        idCardType: 'idCard',
        isAbroad: null,
        onlyInvoice: null,
        person: {
          idNo: '10000000146',
          nameSurname: 'Ayşe Işık',
          birthplace: null,
          birthday: null,
          nationality: null,
          phone: null,
          phone2: null,
          email: null,
          iban: null,
          taxOffice: null,
          registryNo: null,
          activityName: null,
          naceCode: null,
          countriesCode: null,
          countries: null,
          statesCode: null,
          states: null,
          cities: null,
          address: null,
          motherName: null,
          fatherName: null,
          jobName: null,
          customerRelation: null,
        },
      },
    },
    {
      type: 'FormDecided',
      data: {
        companyId,
        formId,
        isApproval: true,
        isSigned: true,
        masakStatus: 1,
        rejected: false,
        deleted: false,
        approvedAt: at,
        signedAt: at,
      },
    },
    {
      type: 'FormDecided',
      data: {
        companyId,
        formId,
        isApproval: false,
        isSigned: false,
        masakStatus: 2,
        rejected: true,
        deleted: true,
        approvedAt: null,
        signedAt: null,
      },
    },
  ),
  ...examplesOf(personFormsEvents, { type: 'FormTakenUp', data: { companyId, formId } }),
  ...examplesOf(
    registerEvents,
    {
      type: 'RegisterEventRecorded',
      data: {
        companyId,
        registerEventId: 'e70000000000000000000001',
        customerId: 'd00000000000000000000001',
        personRef: '4c1f',
        eventDate: at,
        recordLevel: 3,
        entry: { idNo: '10000000146', comment: 'Şüpheli işlem bildirildi' },
      },
    },
    {
      type: 'RegisterEventRecorded',
      data: {
        companyId,
        registerEventId: 'e70000000000000000000001',
        customerId: null,
        personRef: '4c1f',
        eventDate: at,
        recordLevel: 0,
        entry: { idNo: '10000000146', comment: null },
      },
    },
  ),
  ...examplesOf(idvSessionEvents, {
    type: 'SessionRecorded',
    data: {
      companyId,
      sessionId: '1d0000000000000000000001',
      personRef: '4c1f',
      createdAt: at,
      updatedAt: at,
      session: {
        idNo: '10000000146',
        dataSet: { result: 'verified', score: 0.98, document: { kind: 'idCard', pages: [1, 2] } },
      },
    },
  }),
  ...examplesOf(
    bankTransactionEvents,
    { type: 'BankTransactionRecorded', data: bankTransaction },
    {
      type: 'BankTransactionRecorded',
      data: {
        ...bankTransaction,
        personRef: null,
        exchangeRate: null,
        balance: null,
        bankCode: null,
        code: null,
        fundsNature: null,
        counterparty: {
          idNo: null,
          nameSurname: null,
          iban: null,
          description: null,
          comment: null,
        },
      },
    },
    {
      type: 'StampAssigned',
      data: { companyId, accountId: 'acc000000000000000000001', transactionId },
    },
  ),
  ...examplesOf(sanctionListEvents, {
    type: 'SanctionListImported',
    data: {
      list: 'masak',
      version: '2026-11-20-0123456789ab',
      sha256: '0123456789ab'.padEnd(64, '0'),
      format: 'masak',
      rows: 1200,
      entriesSha256: 'fedcba987654'.padEnd(64, '0'),
      skippedRows: 1,
      importedAt: at,
    },
  }),
  ...examplesOf(
    sanctionCheckEvents,
    { type: 'SanctionsChecked', data: sanctionCheck },
    { type: 'CustomerRescreened', data: { ...sanctionCheck, source: 'rescreening' } },
    {
      type: 'SanctionsChecked',
      data: {
        ...sanctionCheck,
        source: 'panel',
        personRef: null,
        wantedQuery: false,
        isError: true,
        lists: [],
        hasCustomer: false,
        customerId: null,
        query: { idNo: null, fullName: null, surname: 'Uydurma' },
        matches: {
          masak: [],
          wanted: [],
          pep: [
            {
              listVersion: null,
              entryId: null,
              name: null,
              aliases: [],
              idNo: null,
              birthDate: null,
              nationality: null,
              program: null,
              reason: null,
              score: null,
              matchedOn: null,
              matchedName: null,
              record: { GÖREVİ: 'Belediye başkanı', year: 1981 },
              explanation: null,
            },
          ],
        },
      },
    },
  ),
  ...examplesOf(
    kmtsVerificationEvents,
    {
      type: 'KmtsQueryStarted',
      data: {
        verificationId: '4b0000000000000000000001',
        scannedCode: 'KMV-001',
        checkedAt: at,
        attemptId: '3f2c1a4e-9b7d-4c55-8a61-0d9e8f7a6b5c',
      },
    },
    {
      type: 'KmtsQueryAnswered',
      data: {
        verificationId: '4b0000000000000000000001',
        outcome: 'verified',
        entry: kmtsEntry,
        completedAt: at,
        durationMs: 412,
      },
    },
    {
      type: 'KmtsQueryAnswered',
      data: {
        verificationId: '4b0000000000000000000001',
        outcome: 'not_found',
        entry: noEntry,
        completedAt: at,
        durationMs: 0,
      },
    },
    {
      type: 'KmtsQueryFailed',
      data: {
        verificationId: '4b0000000000000000000001',
        reason: 'refused',
        errorCode: 'KMTS_PROVIDER_UNAVAILABLE',
        errorMessage: 'Bu firma sorgu yapamaz.',
        providerCode: 'QUERY_REFUSED',
        completedAt: at,
        durationMs: 87,
      },
    },
    {
      type: 'KmtsQueryFailed',
      data: {
        verificationId: '4b0000000000000000000001',
        reason: 'interrupted',
        errorCode: 'KMTS_PROVIDER_UNAVAILABLE',
        errorMessage: 'The query was interrupted before its answer came.',
        providerCode: null,
        completedAt: at,
        durationMs: null,
      },
    },
    {
      type: 'KmtsVerificationRecorded',
      data: {
        verificationId: '4b0000000000000000000002',
        source: 'mobile',
        scannedCode: 'KMV-002',
        outcome: 'verified',
        isVerified: true,
        entry: kmtsEntry,
        checkedAt: at,
        completedAt: at,
        durationMs: 350,
        errorCode: null,
        errorMessage: null,
        retryable: false,
        createdAt: at,
      },
    },
    {
      type: 'KmtsVerificationRecorded',
      data: {
        verificationId: '4b0000000000000000000003',
        source: 'desktop',
        scannedCode: 'KMV-003',
        outcome: 'provider_error',
        isVerified: false,
        entry: noEntry,
        checkedAt: at,
        completedAt: null,
        durationMs: null,
        errorCode: 'TIMEOUT',
        errorMessage: 'Zaman aşımı',
        retryable: true,
        createdAt: at,
      },
    },
  ),
  ...examplesOf(notaryEvents, {
    type: 'HeadSigned',
    data: {
      count: 1_234_567,
      head: 'ab'.repeat(32),
      keyId: '0123456789abcdef',
      publicKey: 'cd'.repeat(32),
      signature: 'ef'.repeat(64),
    },
  }),
  ...examplesOf(
    accessEvents,
    {
      type: 'RecordAccessed',
      data: { what: 'time line', noun: 'invoice', recordId: 'e'.repeat(24), question: null },
    },
    {
      type: 'RecordAccessed',
      data: { what: 'find', noun: null, recordId: null, question: 'ab'.repeat(20) },
    },
    { type: 'EvidenceExported', data: { from: '2026-11-01', to: null } },
  ),
]
