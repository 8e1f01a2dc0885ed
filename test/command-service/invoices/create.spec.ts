import { expect, test } from 'vitest'
import {
  booked,
  create,
  createdIn,
  detailIn,
  fromBank,
  invoicingDealer,
  issuedBy,
  manual,
  PERSON,
  previewIn,
  received,
} from '#test/support/invoices.ts'
import { systemForThisFile } from '#test/support/system.ts'

const system = systemForThisFile()

const BRACELET = {
  key: 'bilezik-22',
  title: '22 ayar bilezik',
  lineName: '22 Ayar Bilezik',
  material: 'gold',
}
// 100 000 ÷ (5 404.40 + 120 × 1.2) = 18.02… g; what is left of the labour bears 20 % KDV.
const TOTALS = { linesTotal: 99_564.55, kdvTotal: 435.45, allowanceTotal: 0, payableTotal: 100_000 }

test('a preview calculates the invoice of a transaction, sends nothing and records nothing', async () => {
  const dealer = await invoicingDealer(system)
  const transaction = await received(dealer)

  const answer = await dealer.api.post('/v1/invoices/preview', fromBank(transaction))

  expect(answer.status).toBe(200)
  expect(answer.headers).not.toHaveProperty('x-event-position')
  expect(previewIn(answer)).toEqual({
    source: 'bankTransaction',
    sourceId: null,
    amount: 100_000,
    exchanges: 5_900,
    invoiceType: 'OZELMATRAH',
    channel: 'earchive',
    template: BRACELET,
    customer: { taxNumber: PERSON, name: 'Ayşe Yılmaz', city: null },
    totals: TOTALS,
    lines: [
      {
        name: '22 Ayar Bilezik',
        quantity: 18.02,
        unitType: 'GRM',
        lineTotal: 97_387.29,
        isDefault: true,
      },
      { name: 'İşçilik', quantity: 18.02, unitType: 'GRM', lineTotal: 2_177.26, isDefault: false },
    ],
  })
  expect(await issuedBy(dealer)).toEqual([])
  expect((await create(dealer.api, fromBank(transaction))).status).toBe(201)
})

test('the invoice of a transaction is issued once, and can be read at once', async () => {
  const dealer = await invoicingDealer(system)
  const transaction = await received(dealer)

  const answer = await create(dealer.api, fromBank(transaction))

  expect(answer.status).toBe(201)
  expect(answer.headers['x-event-position']).toMatch(/^\d+$/)
  const created = createdIn(answer)
  expect(created).toEqual({
    source: 'bankTransaction',
    sourceId: transaction,
    isDraft: false,
    invoiceId: expect.stringMatching(/^[0-9a-f]{24}$/),
    uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/),
    invoiceNumber: expect.stringMatching(/^KUY20\d{2}\d{9}$/),
    channel: 'earchive',
    integrator: 'Uydurma Entegratör',
    template: BRACELET,
    totals: TOTALS,
  })
  const { uuid, invoiceNumber, invoiceId: id } = created
  expect(detailIn(await dealer.api.get(`/v1/invoices/${id}`))).toMatchObject({
    id,
    ...TOTALS,
    invoiceType: 'OZELMATRAH',
    module: 'bankTransaction',
    invoiceStatus: 'issued',
    transactionDate: '2026-11-20T09:45:00.000Z',
    customer: { taxNumber: PERSON, name: 'Ayşe Yılmaz' },
    invoiceInfo: { uuid, invoiceNumber, status: 'issued' },
    lines: [
      { quantity: 18.02, price: 5_404.4, lineTotal: 97_387.29, kdvTotal: 0, isDefault: true },
      { quantity: 18.02, price: 120.82463929, kdvPercent: 20, kdvTotal: 435.45, isLabor: true },
    ],
  })
  expect(await issuedBy(dealer)).toHaveLength(1)
  expect(await booked(system, uuid)).toMatchObject({
    state: 'accepted',
    number: invoiceNumber,
    submissions: 1,
  })
  expect((await dealer.api.get(`/v1/bank-transactions/${transaction}`)).data).toMatchObject({
    status: 1,
    invoiceNumber,
    invoiceInfo: { invoiceId: id, uuid, invoiceNumber },
  })
})

test('the invoice of a sale over the counter has every field of the request', async () => {
  const dealer = await invoicingDealer(system)
  const customerInfo = {
    nameSurname: 'Ayşe Gül Yılmaz',
    taxOffice: 'Beyazıt',
    address: 'Kalpakçılar Caddesi 17',
    cities: 'Fatih',
    states: 'İstanbul',
    phone: '905321234567',
    email: 'ayse@example.com',
  }
  const request = manual({
    customerInfo,
    templateKey: 'kulce',
    exchanges: 5_000,
    paymentType: 'bank',
    bankName: 'Çarşı Bankası',
    iban: 'TR330006100519786457841326',
    transactionDate: '2026-11-19T23:30:00+03:00',
    paymentDate: '2026-11-20T10:00:00Z',
    description: 'İki parça\nnazarlık hediye',
    currentCode: '120.01.001',
    invoiceType: 'OTOMATIK',
  })

  const created = createdIn(await create(dealer.api, request))

  expect(created).toMatchObject({
    source: 'manual',
    sourceId: created.invoiceId,
    isDraft: false,
    totals: { linesTotal: 100_000, kdvTotal: 0, allowanceTotal: 0, payableTotal: 100_000 },
  })
  expect(detailIn(await dealer.api.get(`/v1/invoices/${created.invoiceId}`))).toMatchObject({
    transactionDate: '2026-11-19T20:30:00.000Z',
    invoiceType: 'ISTISNA',
    module: 'manual',
    customer: {
      taxNumber: PERSON,
      name: 'Ayşe Gül Yılmaz',
      taxOffice: 'Beyazıt',
      address: 'Kalpakçılar Caddesi 17',
      district: 'Fatih',
      city: 'İstanbul',
      phone: '905321234567',
      mail: 'ayse@example.com',
    },
    lines: [{ name: 'Külçe Altın', quantity: 20, price: 5_000, lineTotal: 100_000 }],
  })
})

test.each([
  // 100 000 ÷ 1.2, and the rest is KDV.
  [{ templateKey: 'yuzuk' }, 'SATIS', { linesTotal: 83_333.33, kdvTotal: 16_666.67 }],
  [{ templateKey: 'kulce' }, 'ISTISNA', { linesTotal: 100_000, kdvTotal: 0 }],
  [{ templateKey: 'dolar' }, 'ISTISNA', { linesTotal: 100_000, kdvTotal: 0 }],
  [{ templateKey: 'kulce', invoiceType: 'SATIS' }, 'SATIS', { linesTotal: 83_333.33 }],
  [{ invoiceType: 'ISTISNA' }, 'ISTISNA', { linesTotal: 100_000, kdvTotal: 0 }],
  [{ templateKey: 'platin', exchanges: 3_000 }, 'SATIS', { linesTotal: 83_333.33 }],
])('%j is of type %s', async (fields, invoiceType, totals) => {
  const { api } = await invoicingDealer(system)

  const preview = previewIn(await api.post('/v1/invoices/preview', manual(fields)))
  const created = createdIn(await create(api, manual(fields)))

  expect(preview).toMatchObject({ invoiceType, totals })
  expect(created.totals).toEqual(preview.totals)
})

test('the channel follows from the buyer: e-invoice taxpayers receive an e-invoice', async () => {
  const dealer = await invoicingDealer(system)
  const taxpayer = '3900383669'
  await fetch(`${system.sandboxUrl}/__sandbox/taxpayers/${taxpayer}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ eInvoice: true }),
  })

  const request = manual({ idNo: taxpayer, nameSurname: 'Işık Kuyumculuk A.Ş.' })
  const preview = previewIn(await dealer.api.post('/v1/invoices/preview', request))
  const created = createdIn(await create(dealer.api, request))

  expect([preview.channel, created.channel]).toEqual(['einvoice', 'einvoice'])
})

test('every writer reads its invoice at once, even with many concurrent writers', async () => {
  const dealer = await invoicingDealer(system)
  const issueAndRead = async (amount: number) => {
    const { invoiceId } = createdIn(await create(dealer.api, manual({ amount })))
    return (await dealer.api.get(`/v1/invoices/${invoiceId}`)).status
  }

  const seen = await Promise.all(Array.from({ length: 20 }, (_, at) => issueAndRead(1_000 + at)))

  expect(new Set(seen)).toEqual(new Set([200]))
  const numbers = (await issuedBy(dealer)).map(({ invoiceNumber }) => invoiceNumber)
  expect(new Set(numbers).size).toBe(20)
})
