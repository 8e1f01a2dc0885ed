import { type Static, Type } from 'typebox'
import { expect, test } from 'vitest'
import { customers } from '#kernel/records/customers.ts'
import { detailSchema, itemSchema } from '#kernel/records/response.ts'
import { customerLine } from '#test/support/customer-lines.ts'
import { COMPANY, type Fields, OTHER_PERSON, PERSON } from '#test/support/forms.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Answer, dataOf } from '#test/support/system-client.ts'
import { type Dealer, newDealer, recordId } from '#test/support/system-dealer.ts'

const ListedCustomer = itemSchema(customers)
const DetailedCustomer = detailSchema(customers)
const system = systemForThisFile()

const listIn = (answer: Answer): readonly Static<typeof ListedCustomer>[] =>
  dataOf(Type.Array(ListedCustomer), answer)

const full = {
  idNo: PERSON,
  nameSurname: 'Ayşe Işık',
  idType: 'person',
  idCardType: 'passport',
  phone: '905321234567',
  email: 'ayse@example.com',
  nationality: 'TC',
  countries: 'Türkiye',
  states: 'İstanbul',
  cities: 'Kadıköy',
  labels: ['vip', 'ihracat'],
  recordLevel: 3,
  isVerify: true,
  isValid: true,
  isPhoto: true,
  saveType: 'accord',
}

const onlyInDetail = {
  name: 'Ayşe',
  surname: 'Işık',
  ownerName: 'Ali Işık',
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
  isAbroad: true,
  jobName: 'Öğretmen',
  ibans: ['TR330006100519786457841326'],
  bankCodes: ['0010', '0064'],
  docTypes: ['passport'],
  customerRelation: { types: 'vekil', nameSurname: 'Ali Işık', idNo: OTHER_PERSON },
}

async function withCustomer(dealer: Dealer, data: Fields) {
  const id = recordId()
  await dealer.import(customerLine({ id, ...data }))
  return id
}

test('a list shows a customer’s list fields, and a detail shows all fields', async () => {
  const dealer = await newDealer(system)
  const dates = { createdDate: '2026-01-02T03:04:05.678Z', lastDate: '2026-11-20T12:45:00+03:00' }
  const id = await withCustomer(dealer, { ...full, ...onlyInDetail, ...dates })

  const list = await dealer.api.get('/v1/customers')
  const detail = await dealer.api.get(`/v1/customers/${id}`)

  const listed = {
    id,
    ...full,
    createdDate: dates.createdDate,
    lastDate: '2026-11-20T09:45:00.000Z',
    forgotten: false,
    updatedAt: expect.stringMatching(/\.\d{6}Z$/),
  }
  expect(list.meta).toMatchObject({ page: 1, limit: 25, total: 1, pages: 1 })
  expect(list.data).toEqual([listed])
  expect(detail.data).toEqual({ ...listed, ...onlyInDetail })
})

test('a customer can be imported as it was read, without a change', async () => {
  const dealer = await newDealer(system, { lines: [] })
  const id = await withCustomer(dealer, { ...full, ...onlyInDetail })
  const read = dataOf(DetailedCustomer, await dealer.api.get(`/v1/customers/${id}`))

  await dealer.import(customerLine(read))
  expect((await dealer.api.get(`/v1/customers/${id}`)).data).toEqual(read)
})

test('missing data of a customer is null, or an empty list', async () => {
  const dealer = await newDealer(system)
  const id = await withCustomer(dealer, { idNo: COMPANY, nameSurname: 'IŞIK A.Ş.' })

  const detail = dataOf(DetailedCustomer, await dealer.api.get(`/v1/customers/${id}`))

  const { createdDate, updatedAt, ...rest } = detail
  expect(Date.parse(createdDate)).toBeGreaterThan(Date.now() - 60_000)
  expect(Date.parse(updatedAt)).toBeGreaterThan(Date.now() - 60_000)
  const flags = {
    isVerify: false,
    isValid: false,
    isPhoto: false,
    isAbroad: false,
    forgotten: false,
  }
  const lists = { labels: [], ibans: [], bankCodes: [], docTypes: [] }
  const given = { id, idNo: COMPANY, nameSurname: 'IŞIK A.Ş.', idType: 'company' }
  const others = Object.keys(rest).filter((name) => !(name in { ...flags, ...lists, ...given }))
  expect(rest).toEqual({
    ...given,
    ...flags,
    ...lists,
    ...Object.fromEntries(others.map((name) => [name, null])),
  })
})

test('a relation with few fields is shown with these', async () => {
  const dealer = await newDealer(system)
  const id = await withCustomer(dealer, { customerRelation: { types: 'ortak' } })

  const { customerRelation } = dataOf(DetailedCustomer, await dealer.api.get(`/v1/customers/${id}`))

  expect(customerRelation).toEqual({ types: 'ortak', nameSurname: null, idNo: null })
})

test.each<[query: string, found: readonly string[]]>([
  ['', ['bare', 'full', 'company']],
  ['?sort=createdDate:desc', ['company', 'full', 'bare']],
  ['?sort=nameSurname', ['full', 'bare', 'company']],
  ['?sort=nameSurname:desc', ['company', 'bare', 'full']],
  ['?sort=updatedAt', ['full', 'bare', 'company']],
  ['?sort=lastDate:asc', ['company', 'full', 'bare']],
  ['?filter[idType]=company', ['company']],
  ['?filter[idCardType]=idCard', ['bare', 'company']],
  ['?filter[idCardType]=passport', ['full']],
  ['?filter[recordLevel]=0', ['bare', 'company']],
  ['?filter[recordLevel]=3', ['full']],
  ['?filter[isVerify]=false', ['bare', 'company']],
  ['?filter[isValid]=true', ['full']],
  ['?filter[isPhoto]=true', ['full']],
  ['?filter[saveType]=accord', ['full']],
  ['?filter[saveType]=bank', []],
  ['?filter[label]=vip', ['full']],
  ['?filter[label]=vi', []],
  ['?filter[label]=VIP', []],
  ['?filter[isVerify]=true&filter[idType]=company', []],
  [`?q=${PERSON}`, ['full']],
  [`?q=${PERSON.slice(0, 5)}`, []],
  ['?q=ISIK', ['full', 'company']],
  ['?q=ışık', ['full', 'company']],
  ['?q=Ş', ['full', 'company']],
  ['?q=%', ['bare']],
  ['?q=_', []],
  ['?q=%CC%81', []],
  ['?q=a.ş.', ['company']],
  ['?page=2&pageSize=2', ['company']],
  ['?page=9', []],
  ['?filter[updatedSince]=2020-01-01', ['bare', 'full', 'company']],
  ['?filter[updatedSince]=2999-01-01', []],
])('GET /v1/customers%s', async (query, found) => {
  const names = await namedCustomers()

  const answer = await names.api.get(encodeURI(`/v1/customers${query}`))

  expect(listIn(answer).map(({ id }) => names.of(id))).toEqual(found)
})

let named: Promise<{ api: Dealer['api']; of: (id: string) => string }> | undefined

const namedCustomers = () => (named ??= importNamed())

async function importNamed() {
  const dealer = await newDealer(system)
  const ids = {
    full: await withCustomer(dealer, {
      ...full,
      createdDate: '2026-02-01',
      lastDate: '2026-11-02T00:00:00Z',
    }),
    bare: await withCustomer(dealer, {
      idNo: OTHER_PERSON,
      nameSurname: 'Can 100% Öz',
      createdDate: '2026-01-01',
    }),
    company: await withCustomer(dealer, {
      idNo: COMPANY,
      nameSurname: 'İŞIK A.Ş.',
      createdDate: '2026-03-01',
      lastDate: '2026-11-01T00:00:00Z',
      recordLevel: 0,
      idCardType: 'idCard',
    }),
  }
  const of = (id: string) => Object.entries(ids).find(([, each]) => each === id)?.[0] ?? 'unknown'
  return { api: dealer.api, of }
}
