import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { customerEvents } from '#kernel/events/customer.ts'
import {
  apiKeyEvents,
  companyEvents,
  companySettingsEvents,
  priceEvents,
} from '#kernel/events/reference-data.ts'
import { differences } from '#test/support/read-model-fold.ts'
import { settings } from '#test/support/voucher-samples.ts'
import { dealerForThisFile, dealerForThisTest } from '../dealer.ts'
import { COMPANY, customerRecorded, person } from '../samples.ts'

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

test('events of other programs in the log are skipped', async () => {
  const dealer = inNewCompany()
  const id = crypto.randomUUID()
  await dealer.append('customer-foreign', { id, type: 'Imported', data: { x: 1 }, metadata: {} })
  await dealer.untilShown()
  expect(await differences(dealer)).toEqual([])
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
