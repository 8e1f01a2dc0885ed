import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { newDealer } from '#test/support/import-lines.ts'
import { dataIn, importing, recordedFor, systemForThisFile } from '#test/support/operator.ts'

const system = systemForThisFile()
const now = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
const pseudonym = expect.stringMatching(/^[0-9a-f]{40}$/)

test('missing fields of settings and prices have defaults', async () => {
  const dealer = newDealer()
  const { companyId } = dealer
  await importing(system(), [
    dealer.company(),
    dealer.companySettings({ invoice: {}, expense: {}, eDocument: {} }),
    dealer.providerAccount(),
    dealer.price({ price: '5900.50' }),
  ])
  expect(await dataIn(system(), `company-${companyId}`)).toEqual([
    {
      companyId,
      title: 'Kuyumcu A.Ş.',
      taxNumber: '4840847211',
      taxOffice: null,
      address: null,
      district: null,
      city: null,
      phone: null,
      email: null,
      package: 'Standard',
      status: true,
      kmtsEnabled: false,
      timeZone: 'Europe/Istanbul',
    },
  ])
  const definition = { active: true, serial: null, identityValidationRequired: false }
  expect(await dataIn(system(), `companySettings-${companyId}`)).toEqual([
    {
      companyId,
      invoice: { ...definition, minimumAmount: null, integrator: null },
      expense: { ...definition, blockEInvoiceTaxpayers: false, integrator: null },
      eDocument: { enabled: false, environment: 'test', companyTaxNumber: null, serial: null },
      ownerFirstName: null,
      ownerFamilyName: null,
      mersisNo: null,
      tradeRegisterNo: null,
      invoiceScenario: 'TEMELFATURA',
      partyDataRequired: false,
    },
  ])
  expect(await dataIn(system(), `providerAccount-${companyId}_integrator`)).toEqual([
    { companyId, provider: 'integrator', url: null, account: { user: null, secret: null } },
  ])
  expect(await dataIn(system(), `price-${companyId}_gold`)).toEqual([
    {
      companyId,
      material: 'gold',
      price: '5900.5',
      at: now,
      inForce: { price: '5900.5', at: now },
      toCome: [],
    },
  ])
})

test('a line of settings replaces all three: a missing one is undefined', async () => {
  const dealer = newDealer()
  const expense = { active: false, serial: 'GP' }
  await importing(system(), [
    dealer.company(),
    dealer.companySettings({ expense, invoice: { minimumAmount: '1.00' } }),
    dealer.companySettings({ expense }),
  ])
  expect(await dataIn(system(), `companySettings-${dealer.companyId}`)).toMatchObject([
    { invoice: { minimumAmount: '1' }, expense, eDocument: null },
    { invoice: null, expense, eDocument: null },
  ])
})

test('missing fields of keys, templates and accounts have defaults', async () => {
  const dealer = newDealer()
  const { companyId, accountId, apiUserId } = dealer
  await importing(system(), [
    dealer.company(),
    dealer.apiKey(),
    dealer.template(),
    dealer.bankAccount({ currency: 'usd', integration: { accountRef: 'kasa-1' } }),
    dealer.bankAccount(),
  ])
  const userHash = createHash('sha256').update(apiUserId).digest('hex')
  expect(await dataIn(system(), `apiKey-${userHash.slice(0, 40)}`)).toEqual([
    {
      companyId,
      apiUserId,
      secretHash: expect.stringMatching(/^scrypt\$/),
      status: true,
      validUntil: '2099-12-31T00:00:00.000Z',
      rights: ['*'],
    },
  ])
  const account = {
    companyId,
    accountId,
    name: 'Garanti',
    bankCode: null,
    iban: null,
    bank: true,
    archived: false,
    active: true,
  }
  expect(await dataIn(system(), `bankAccount-${accountId}`)).toEqual([
    { ...account, currency: 'USD', accountRef: 'kasa-1' },
    { ...account, currency: 'TRY', accountRef: null },
  ])
  expect(await dataOf(companyId, 'TemplateRecorded')).toMatchObject({
    type: 'normal',
    statusType: 'all',
    exchange: '1',
    vatRate: '20',
    laborDisabled: false,
    laborName: null,
    laborType: null,
    laborAmount: null,
    stockCode: null,
    isDefault: false,
    isManual: false,
    order: 0,
    words: [],
    deleted: false,
    invoiceType: null,
    exemptionCode: null,
  })
})

test('missing fields of customers and transactions have defaults', async () => {
  const dealer = newDealer()
  const { companyId, accountId, customerId } = dealer
  await importing(system(), [
    dealer.company(),
    dealer.customer(),
    dealer.customer({ idNo: '4840847211' }),
    dealer.bankAccount(),
    dealer.bankTransaction({ currency: 'try', balance: -0 }),
  ])
  const [person, company] = await dataIn(system(), `customer-${customerId}`)
  expect(person).toMatchObject({
    companyId,
    customerId,
    personRef: pseudonym,
    idType: 'person',
    idCardType: null,
    recordLevel: null,
    isVerify: false,
    isValid: false,
    isPhoto: false,
    isAbroad: false,
    saveType: null,
    labels: [],
    bankCodes: [],
    docTypes: [],
    createdDate: now,
    lastDate: null,
    person: { idNo: '10000000146', phone: null, year: null, ibans: [], customerRelation: null },
  })
  expect(company).toMatchObject({ idType: 'company' })
  expect(await dataOf(companyId, 'BankTransactionRecorded')).toEqual({
    companyId,
    transactionId: expect.stringMatching(/^[0-9a-f]{24}$/),
    accountId,
    stamp: 'G-0001',
    personRef: null,
    incoming: true,
    transactionDate: '2026-11-19T08:00:00.000Z',
    amount: '1250',
    currency: 'TRY',
    exchangeRate: null,
    balance: '0',
    bankCode: null,
    code: null,
    status: 0,
    fundsNature: null,
    createdDate: now,
    counterparty: { idNo: null, nameSurname: null, iban: null, description: null, comment: null },
  })
})

async function dataOf(companyId: string, type: string) {
  const events = await recordedFor(system(), companyId)
  return events.find(({ event }) => event.type === type)?.event.data
}
