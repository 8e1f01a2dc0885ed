import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { bankAccountEvents } from '#kernel/events/bank-account.ts'
import { bankTransactionEvents } from '#kernel/events/bank-transaction.ts'
import { customerEvents } from '#kernel/events/customer.ts'
import {
  apiKeyEvents,
  companyEvents,
  companySettingsEvents,
  priceEvents,
  providerAccountEvents,
  templateEvents,
} from '#kernel/events/reference-data.ts'
import { differences } from '#test/support/read-model-fold.ts'
import { settings } from '#test/support/voucher-samples.ts'
import { dealerForThisFile, dealerForThisTest } from '../dealer.ts'
import {
  bankAccountRecorded,
  COMPANY,
  customerRecorded,
  person,
  templateRecorded,
  transactionRecorded,
} from '../samples.ts'

const files = dealerForThisFile()

/** Everything is written for, and read from, a company of the running test. */
function inNewCompany() {
  const companyId = randomBytes(12).toString('hex')
  const { now } = files
  const write: typeof now.write = (family, id, event, circumstances) =>
    now.write(family, `${companyId}${id}`, event, { companyId, ...circumstances })
  return {
    ...now,
    companyId,
    write,
    shown: (columns: string, table: string) =>
      now.rows(`select ${columns} from read_model.${table} where company_id = $1`, [companyId]),
  }
}

test('a customer is shown with every field, its lists and its names folded for the search', async () => {
  const dealer = inNewCompany()
  await dealer.write(customerEvents, 'd', customerRecorded())
  expect(await differences(dealer)).toEqual([])
  const [row] = await dealer.shown('*', 'customer')
  expect(row).toMatchObject({
    id: 'd'.repeat(24),
    id_no: '10000000146',
    name_surname: 'İpek Şahin',
    name_folded: 'ipek sahin',
    labels: ['vip', ''],
    doc_types: [],
    ibans: person.ibans,
    customer_relation: { types: 'vekil', nameSurname: 'Ali', idNo: null },
    created_date: new Date('2026-10-01T08:00:00.123Z'),
    updated_at: '1795167900123456',
  })
})

test('the last record of a customer counts, and its updatedAt has moved', async () => {
  const dealer = inNewCompany()
  await dealer.write(customerEvents, 'd', customerRecorded())
  const moved = customerRecorded({ person: { ...person, nameSurname: 'Ali Işık' }, labels: [] })
  await dealer.write(customerEvents, 'd', moved, { at: '2026-11-20T09:44:00Z' })
  expect(await differences(dealer)).toEqual([])
  expect(await dealer.shown('name_folded, updated_at', 'customer')).toEqual([
    { name_folded: 'ali isik', updated_at: '1795167900123457' },
  ])
})

test('companies, settings, keys and prices are read as last recorded', async () => {
  const dealer = inNewCompany()
  const company = {
    companyId: COMPANY,
    title: 'Altın A.Ş.',
    taxNumber: '4840847211',
    taxOffice: null,
    address: null,
    district: null,
    city: 'İstanbul',
    phone: null,
    email: null,
    package: 'Standard',
    status: true,
    kmtsEnabled: false,
    timeZone: 'Europe/Istanbul',
  }
  await dealer.write(companyEvents, 'c', { type: 'CompanyRecorded', data: company })
  await dealer.write(companyEvents, 'c', {
    type: 'CompanyRecorded',
    data: { ...company, status: false },
  })
  const eDocument = {
    enabled: true,
    environment: 'test' as const,
    companyTaxNumber: null,
    serial: 'EGP',
  }
  await dealer.write(companySettingsEvents, 'c', {
    type: 'CompanySettingsRecorded',
    data: settings({ companyId: COMPANY, expense: null, eDocument }),
  })
  await dealer.write(apiKeyEvents, 'k', {
    type: 'ApiKeyRecorded',
    data: {
      companyId: COMPANY,
      apiUserId: 'user-1',
      secretHash: 'scrypt$1$2$3$salt$hash',
      status: true,
      validUntil: '2027-01-01T00:00:00Z',
      rights: ['expenses', 'customers'],
    },
  })
  for (const price of ['5900', '5901.25']) {
    const told = { price, at: '2026-11-20T06:00:00.000Z' }
    await dealer.write(priceEvents, 'gold', {
      type: 'PriceRecorded',
      data: { companyId: COMPANY, material: 'gold', ...told, inForce: told, toCome: [] },
    })
  }
  expect(await differences(dealer)).toEqual([])
  expect(await dealer.shown('secret_hash, rights', 'api_key')).toEqual([
    { secret_hash: 'scrypt$1$2$3$salt$hash', rights: ['expenses', 'customers'] },
  ])
  expect(await dealer.shown('in_force, to_come', 'price')).toEqual([
    { in_force: { price: '5901.25', at: '2026-11-20T06:00:00.000Z' }, to_come: [] },
  ])
  expect(await dealer.shown('status', 'company')).toEqual([{ status: false }])
  expect(await dealer.shown('e_document', 'company_settings')).toEqual([{ e_document: eDocument }])
})

test('templates and bank accounts keep the moment they were first recorded', async () => {
  const dealer = inNewCompany()
  const later = { at: '2026-11-21T00:00:00Z' }
  await dealer.write(templateEvents, 'e', templateRecorded())
  await dealer.write(templateEvents, 'e', templateRecorded({ deleted: true, words: [] }), later)
  await dealer.write(bankAccountEvents, 'a', bankAccountRecorded())
  await dealer.write(bankAccountEvents, 'a', bankAccountRecorded({ accountRef: null }), later)
  expect(await differences(dealer)).toEqual([])
  const times = { created_at: '1795167900123456', updated_at: '1795219200000000' }
  expect(await dealer.shown('deleted, words, created_at, updated_at', 'template')).toEqual([
    { deleted: true, words: [], ...times },
  ])
  expect(await dealer.shown('integrated, created_at, updated_at', 'bank_account')).toEqual([
    { integrated: false, ...times },
  ])
})

test('events that no table shows still move the position', async () => {
  const dealer = inNewCompany()
  const assigned = { companyId: COMPANY, accountId: 'a', transactionId: 'b' }
  await dealer.write(bankTransactionEvents, 'stamp', { type: 'StampAssigned', data: assigned })
  await dealer.write(providerAccountEvents, 'p', {
    type: 'ProviderAccountRecorded',
    data: {
      companyId: COMPANY,
      provider: 'bank',
      url: null,
      account: { user: null, secret: null },
    },
  })
  await dealer.untilShown()
  expect(await differences(dealer)).toEqual([])
  await dealer.write(bankTransactionEvents, 'b', transactionRecorded())
  expect(await differences(dealer)).toEqual([])
})

test('events of other programs in the log are skipped', async () => {
  const dealer = inNewCompany()
  const id = crypto.randomUUID()
  await dealer.append('customer-foreign', { id, type: 'Imported', data: { x: 1 }, metadata: {} })
  await dealer.untilShown()
  expect(await differences(dealer)).toEqual([])
})

test('a forgotten customer keeps a row without a person', async () => {
  const dealer = await dealerForThisTest()
  await dealer.write(customerEvents, 'd', customerRecorded())
  await dealer.rows('update vault.data_key set wrapped = null')
  await dealer.openVaultAgain()
  dealer.project()
  expect(await differences(dealer)).toEqual([])
  const [row] = await dealer.rows('select * from read_model.customer')
  expect(row).toMatchObject({ id_no: null, name_surname: null, name_folded: '', ibans: [] })
})

test('characters that PostgreSQL cannot store are shown as a replacement character', async () => {
  const dealer = await dealerForThisTest()
  dealer.project()
  const hostile = 'a\0b\uD800c'
  const customerRelation = { types: hostile, nameSurname: null, idNo: null }
  const named = { ...person, nameSurname: hostile, ibans: [hostile], customerRelation }
  await dealer.write(customerEvents, 'd', customerRecorded({ person: named }))
  await dealer.untilShown()
  const shown = 'a\uFFFDb\uFFFDc'
  const [row] = await dealer.rows('select * from read_model.customer')
  expect(row).toMatchObject({
    name_surname: shown,
    ibans: [shown],
    customer_relation: { types: shown, nameSurname: null, idNo: null },
  })
})
