import { expect, test } from 'vitest'
import { systemForThisFile } from '#test/support/system.ts'
import { refusal } from '#test/support/system-client.ts'
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
