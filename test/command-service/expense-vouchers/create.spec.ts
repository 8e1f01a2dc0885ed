import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { TemplateItem } from '#kernel/contract/templates.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { dataOf, refusal } from '#test/support/system-client.ts'
import { LIST_PRICE, newDealer, recordId } from '#test/support/system-dealer.ts'
import {
  createdIn,
  detailIn,
  fromBank,
  manual,
  PERSON,
  templateLine,
} from '#test/support/vouchers.ts'

const system = systemForThisFile()

test('a purchase over the counter becomes a finalized voucher that can be read at once', async () => {
  const { api } = await newDealer(system)

  const answer = await api.post('/v1/expenses', manual({ nameSurname: 'Ayşe Yılmaz' }))

  expect(answer.status).toBe(201)
  expect(answer.headers['x-event-position']).toMatch(/^\d+$/)
  const created = createdIn(answer)
  expect(created).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    source: 'manual',
    sourceId: null,
    isDraft: false,
    isFinalized: true,
    printDate: expect.stringMatching(/^\d{4}-.*Z$/),
    serial: 'GP',
    number: '1',
    amount: 65_559.95,
    quantity: 12.34,
    price: Number(LIST_PRICE),
    unitName: 'Gram',
    attribute: 'Has Altın',
    template: { key: 'has-altin', title: 'Has altın alışı' },
    customer: { taxNumber: PERSON, name: 'Ayşe Yılmaz' },
  })
  const detail = detailIn(await api.get(`/v1/expenses/${created.id}`))
  expect(detail).toMatchObject({
    ...created,
    idNo: PERSON,
    documentMode: 'paper',
    state: null,
    eDocument: null,
    exchanges: Number(LIST_PRICE),
  })
})

test('the voucher has every field of the request', async () => {
  const { api } = await newDealer(system)
  const said = {
    description: 'Bilezik, iki parça',
    currentCode: '320.01.001',
    bankName: 'Çarşı Bankası',
    invoiceNo: 'SDI2026000000001',
    isSwap: true,
  }
  const customerInfo = {
    nameSurname: 'Ayşe Yılmaz',
    taxOffice: 'Beyazıt',
    address: 'Kalpakçılar Caddesi 17',
    cities: 'Fatih',
    states: 'İstanbul',
    phone: '905321234567',
    email: 'ayse@example.com',
  }

  const request = manual({
    ...said,
    customerInfo,
    nameSurname: 'Başka Biri',
    templateKey: 'hurda-22',
    exchanges: 5900,
    attribute: 'Burma bilezik',
    transactionDate: '2026-11-19T23:30:00+03:00',
    amount: 100_000,
  })
  const { id } = createdIn(await api.post('/v1/expenses', request))

  expect(detailIn(await api.get(`/v1/expenses/${id}`))).toMatchObject({
    ...said,
    transactionDate: '2026-11-19T20:30:00.000Z',
    attribute: 'Burma bilezik',
    template: { key: 'hurda-22', title: '22 ayar hurda' },
    exchanges: 5900,
    price: 5404.4,
    quantity: 18.5,
    amount: 100_000,
    customer: {
      taxNumber: PERSON,
      name: 'Ayşe Yılmaz',
      taxOffice: 'Beyazıt',
      address: 'Kalpakçılar Caddesi 17',
      district: 'Fatih',
      city: 'İstanbul',
      phone: '905321234567',
      mail: 'ayse@example.com',
      webSite: null,
      country: null,
    },
  })
})

test('a voucher may be of any day that the tax authority takes', async () => {
  const { api } = await newDealer(system)
  const answerTo = (transactionDate: string) =>
    api.post('/v1/expenses', manual({ transactionDate, isDraft: true }))

  const { id } = createdIn(await answerTo('2005-01-01T00:00:00Z'))
  const tooEarly = await answerTo('2004-12-31T12:00:00Z')
  const tooLate = await answerTo('9999-12-31T23:59:59.998Z')

  const detail = detailIn(await api.get(`/v1/expenses/${id}`))
  expect(Date.parse(detail.transactionDate)).toBe(Date.parse('2005-01-01T00:00:00Z'))
  const refused = (rule: string) => ({
    status: 422,
    error: { code: 'VALIDATION_FAILED', details: [{ field: 'data.transactionDate', rule }] },
  })
  expect(tooEarly).toMatchObject(refused('minimum'))
  expect(tooLate).toMatchObject(refused('maximum'))
})

test('missing data of the seller comes from the customer account', async () => {
  const dealer = await newDealer(system)
  const account = {
    nameSurname: 'Mehmet Öztürk',
    taxOffice: 'Eminönü',
    address: 'Mercan Yokuşu 3',
    cities: 'Fatih',
    states: 'İstanbul',
    countries: 'Türkiye',
    phone: '905329876543',
    email: 'mehmet@example.com',
  }
  await dealer.import({ kind: 'customer', data: { id: recordId(), idNo: PERSON, ...account } })

  const request = manual({ customerInfo: { phone: '905320000000' } })
  const { id } = createdIn(await dealer.api.post('/v1/expenses', request))

  expect(detailIn(await dealer.api.get(`/v1/expenses/${id}`)).customer).toEqual({
    taxNumber: PERSON,
    name: 'Mehmet Öztürk',
    taxOffice: 'Eminönü',
    address: 'Mercan Yokuşu 3',
    district: 'Fatih',
    city: 'İstanbul',
    phone: '905320000000',
    mail: 'mehmet@example.com',
    webSite: null,
    country: 'Türkiye',
  })
})

test('every writer reads its voucher at once, even with many concurrent writers', async () => {
  const { api } = await newDealer(system)
  const writeAndRead = async (amount: number) => {
    const { id } = createdIn(
      await api.post('/v1/expenses', manual({ amount, isDraft: amount % 2 === 0 })),
    )
    const seen = (await api.get(`/v1/expenses/${id}`)).status
    if (amount % 2 !== 0) return [seen]
    const deleted = (await api.delete(`/v1/expenses/${id}`)).status
    return [seen, deleted, (await api.get(`/v1/expenses/${id}`)).status]
  }

  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, index) => writeAndRead(1_000 + index)),
  )

  for (const [index, outcome] of outcomes.entries()) {
    expect(outcome).toEqual(index % 2 === 0 ? [200, 200, 404] : [200])
  }
})

test('a draft has no number and no print date, and can be read at once', async () => {
  const { api } = await newDealer(system)

  const answer = await api.post('/v1/expenses', manual({ isDraft: true }))

  expect(answer.status).toBe(201)
  const draft = createdIn(answer)
  expect(draft).toMatchObject({
    isDraft: true,
    isFinalized: false,
    printDate: null,
    serial: 'GP',
    number: null,
  })
  expect(detailIn(await api.get(`/v1/expenses/${draft.id}`))).toMatchObject({
    ...draft,
    documentMode: 'paper',
    eDocument: null,
  })
})

test('with electronic vouchers enabled, drafts are electronic and finalized ones are paper', async () => {
  const { api } = await newDealer(system, { eDocument: { enabled: true, environment: 'test' } })

  const draft = createdIn(await api.post('/v1/expenses', manual({ isDraft: true })))
  const voucher = createdIn(await api.post('/v1/expenses', manual({ amount: 100 })))

  expect(detailIn(await api.get(`/v1/expenses/${draft.id}`))).toMatchObject({
    documentMode: 'electronic',
    state: 'draft',
    eDocument: { environment: 'test', state: 'draft', uuid: null, providerStatus: 'unknown' },
  })
  expect(detailIn(await api.get(`/v1/expenses/${voucher.id}`))).toMatchObject({
    documentMode: 'paper',
    state: null,
    eDocument: null,
  })
})

test('pieces are bought in whole numbers', async () => {
  const dealer = await newDealer(system)
  await dealer.import(templateLine({ key: 'ceyrek', unitType: 'C62', exchange: '1.6065' }))

  const answer = await dealer.api.post(
    '/v1/expenses',
    manual({ templateKey: 'ceyrek', amount: 25_605 }),
  )

  expect(createdIn(answer)).toMatchObject({ price: 8535.01, quantity: 3, unitName: 'Adet' })
})

test('prices, settings and templates apply from their import on', async () => {
  const dealer = await newDealer(system)
  const preview = async () => (await dealer.api.post('/v1/expenses/preview', manual())).data
  expect(await preview()).toMatchObject({ exchanges: Number(LIST_PRICE), serial: 'GP' })

  await dealer.import(
    { kind: 'price', data: { material: 'gold', price: '6000.00' } },
    { kind: 'companySettings', data: { expense: { serial: 'YENI' } } },
    templateLine({ key: 'yeni', isDefault: true, order: 0, statusType: 'expense' }),
  )

  expect(await preview()).toMatchObject({
    exchanges: 6000,
    serial: 'YENI',
    template: { key: 'yeni' },
  })
})

test('of several defaults, the voucher uses the one that the list marks', async () => {
  const dealer = await newDealer(system)
  await dealer.import(
    templateLine({ key: 'all-0', isDefault: true, order: 0 }),
    templateLine({ key: 'expense-0', isDefault: true, order: 0, statusType: 'expense' }),
    templateLine({ key: 'invoice-0', isDefault: true, order: 0, statusType: 'invoice' }),
    templateLine({ key: 'gone', isDefault: true, order: -1, statusType: 'expense', deleted: true }),
  )

  const marked = dataOf(
    Type.Array(TemplateItem),
    await dealer.api.get('/v1/expenses/templates'),
  ).filter(({ isDefault }) => isDefault)
  const voucher = createdIn(await dealer.api.post('/v1/expenses', manual()))

  expect(marked.map(({ key }) => key)).toEqual(['expense-0'])
  expect(voucher.template.key).toBe('expense-0')
})

test('an unknown record in a request is not found', async () => {
  const dealer = await newDealer(system)
  const other = await newDealer(system)
  const notOurs = await other.transaction()
  const post = (data: object) => dealer.api.post('/v1/expenses', data)

  for (const answer of [
    await post(fromBank(recordId())),
    await post(fromBank(notOurs)),
    await post(manual({ templateKey: 'no-such-key' })),
  ]) {
    expect(refusal(answer)).toEqual([404, 'RESOURCE_NOT_FOUND', []])
  }
})
