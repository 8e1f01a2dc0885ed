import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'
import { query, TRANSACTIONS, transactionsIn } from '#test/support/banks.ts'
import {
  create,
  createdIn,
  detailIn,
  fromBank,
  invoicingDealer,
  manual,
  PERSON,
  previewIn,
  received,
} from '#test/support/invoices.ts'
import { bankBooking, littleBank } from '#test/support/little-bank.ts'
import { documentIn, electronicDealer, newDraft } from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { basic, refusal } from '#test/support/system-client.ts'
import { type Dealer, recordId } from '#test/support/system-dealer.ts'
import { serveForThisTest } from '#test/support/upstream.ts'
import * as vouchers from '#test/support/vouchers.ts'

// Whose name a document bears, and what is no name, through every entry.

const system = systemForThisFile()

const OTHER = '39586528950'
const SALE = {
  active: true,
  serial: 'KUY',
  identityValidationRequired: true,
  integrator: 'sandbox',
}

const nameless = [422, 'VALIDATION_FAILED', [{ field: 'customer.name', rule: 'required' }]]
const incomplete = [
  422,
  'E_DOCUMENT_DATA_INCOMPLETE',
  [{ field: 'customer.name', rule: 'required' }],
]

/** The values that the standard's own examples have, and a booking of another person. */
const BOOKINGS = {
  masked: { krsMskKmlkNo: PERSON, krsMskUnvan: 'Me**** Şi****', krsMskIBAN: 'TR35**********8888' },
  bare: { krsMskKmlkNo: '-', krsMskUnvan: 'A**', krsMskIBAN: '-', islAcklm: ' - ' },
  relative: { krsMskKmlkNo: OTHER, krsMskUnvan: 'Veli Akraba', krsMskIBAN: '-' },
}

/** A dealer whose bank has delivered these bookings; gives the id of each. */
async function dealerWithBookings(dealer: Dealer, brcAlc: 'A' | 'B') {
  const bank = await littleBank()
  const integration = { accountRef: `ref-${dealer.companyId}` }
  await dealer.import(
    { kind: 'bankAccount', data: { id: recordId(), name: 'Garanti TL', integration } },
    { kind: 'providerAccount', data: { provider: 'bank', url: bank.url } },
  )
  const bookings = Object.entries(BOOKINGS)
  bank.book(...bookings.map(([stamp, members]) => bankBooking(stamp, { brcAlc, ...members })))
  expect(await query(dealer.api)).toMatchObject({ succeeded: 1 })
  const shown = transactionsIn(await dealer.api.get(TRANSACTIONS))
  const idOf = (stamp: keyof typeof BOOKINGS) =>
    shown.find((one) => one.stamp === stamp)?.id ?? 'no such booking'
  return { shown, idOf }
}

const electronicSeller = {
  isDraft: true,
  customerInfo: { address: 'Moda Cad. 1', cities: 'Kadıköy', phone: '0532 123 45 67' },
}

async function prepared(dealer: Dealer, fields: vouchers.Fields) {
  const draft = vouchers.createdIn(await dealer.api.post('/v1/expenses', fields))
  const path = `/v1/expenses/${draft.id}/e-document`
  return { draft, path, answer: await dealer.api.post(`${path}/prepare`, {}) }
}

test('a bank’s dash is no value, and a masked one stays in the booking alone', async () => {
  const dealer = await invoicingDealer(system)
  const { shown, idOf } = await dealerWithBookings(dealer, 'A')

  expect(shown.find(({ stamp }) => stamp === 'bare')).toMatchObject({
    idNo: null,
    iban: null,
    description: null,
    nameSurname: 'A**',
  })
  expect(refusal(await create(dealer.api, fromBank(idOf('masked'))))).toEqual(nameless)
  const draft = fromBank(idOf('masked'), { isDraft: true })
  expect(refusal(await create(dealer.api, draft))).toEqual(nameless)
  const preview = await dealer.api.post('/v1/invoices/preview', fromBank(idOf('masked')))
  expect(previewIn(preview).customer).toEqual({ taxNumber: PERSON, name: null, city: null })

  const named = fromBank(idOf('masked'), { nameSurname: 'Mehmet Şimşek' })
  const { invoiceId } = createdIn(await create(dealer.api, named))
  expect(detailIn(await dealer.api.get(`/v1/invoices/${invoiceId}`)).customer).toMatchObject({
    taxNumber: PERSON,
    name: 'Mehmet Şimşek',
  })
})

describe('an invoice', () => {
  test.each([
    'Nihai Tüketici',
    '- -',
    '1 1',
    '*** ***',
    'TR350006 8888',
    PERSON,
    'Muhtelif Müşteriler',
  ])('is not issued to %s, whoever says so', async (nameSurname) => {
    const dealer = await invoicingDealer(system)
    const payment = await received(dealer, { nameSurname })
    await dealer.import({ kind: 'customer', data: { id: recordId(), idNo: PERSON, nameSurname } })

    expect(refusal(await create(dealer.api, manual({ nameSurname })))).toEqual(nameless)
    expect(refusal(await create(dealer.api, fromBank(payment)))).toEqual(nameless)
    expect((await create(dealer.api, fromBank(payment, { nameSurname: '3M' }))).status).toBe(201)
  })

  test('has the name of the account with its number before any other', async () => {
    const dealer = await invoicingDealer(system)
    const account = { id: recordId(), idNo: PERSON, nameSurname: 'Ayşe Işık' }
    await dealer.import({ kind: 'customer', data: account })
    const { idOf } = await dealerWithBookings(dealer, 'A')

    const preview = await dealer.api.post('/v1/invoices/preview', fromBank(idOf('masked')))
    expect(previewIn(preview).customer.name).toBe('Ayşe Işık')
    const paidByAnother = fromBank(idOf('relative'), { idNo: PERSON, nameSurname: 'A** I**' })
    const other = await dealer.api.post('/v1/invoices/preview', paidByAnother)
    expect(previewIn(other).customer).toMatchObject({ taxNumber: PERSON, name: 'Ayşe Işık' })
  })

  test('to the end consumer alone is called so, and no XML has a number for a name', async () => {
    const dealer = await invoicingDealer(system)
    const documents = await capturedFrom(dealer)
    const generic = { idNo: vouchers.END_CONSUMER, nameSurname: 'Muhtelif' }

    for (const fields of [generic, { ...generic, nameSurname: null, amount: 100_001 }]) {
      createdIn(await create(dealer.api, manual(fields)))
    }
    createdIn(await create(dealer.api, manual({ nameSurname: `Ayşe Işık ${OTHER}` })))
    expect(documents.map(namesIn)).toEqual([
      ['Nihai', 'Tüketici'],
      ['Nihai', 'Tüketici'],
      ['Ayşe', `Işık ${OTHER}`],
    ])
  })
})

describe('a voucher', () => {
  test('has no name of the bank for another number, on paper or electronic', async () => {
    const dealer = await electronicDealer(system)
    const { idOf } = await dealerWithBookings(dealer, 'B')
    const fields = vouchers.fromBank(idOf('relative'), { idNo: PERSON })

    const paper = await dealer.api.post('/v1/expenses/preview', fields)
    expect(paper.data).toMatchObject({ customer: { taxNumber: PERSON, name: null } })
    const { draft, path, answer } = await prepared(dealer, { ...fields, ...electronicSeller })
    expect(draft.customer).toEqual({ taxNumber: PERSON, name: null })
    expect(refusal(answer)).toEqual(incomplete)
    expect((await dealer.api.get(`${path}/file?format=xml`)).status).toBe(409)
    expect((await dealer.api.delete(`/v1/expenses/${draft.id}`)).status).toBe(200)
    const onPaper = vouchers.createdIn(await dealer.api.post('/v1/expenses', fields))
    expect(onPaper).toMatchObject({ isFinalized: true, customer: { name: null } })
  })

  test('has no masked name of the bank', async () => {
    const dealer = await electronicDealer(system)
    const { idOf } = await dealerWithBookings(dealer, 'B')
    const fields = vouchers.fromBank(idOf('masked'), { idNo: PERSON, ...electronicSeller })

    expect(refusal((await prepared(dealer, fields)).answer)).toEqual(incomplete)
  })

  test.each(['- -', '1 1', '*** ***', 'TR350006 8888', 'Nihai Tüketici', 'A** B**', 'Ayşe 1'])(
    'is not prepared for %s',
    async (nameSurname) => {
      const draft = await newDraft(system, await electronicDealer(system), { nameSurname })
      const rule = nameSurname === 'Ayşe 1' ? 'format' : 'required'

      expect(refusal(await draft.prepare())).toEqual([
        422,
        'E_DOCUMENT_DATA_INCOMPLETE',
        [{ field: 'customer.name', rule }],
      ])
    },
  )

  test('is prepared for initials, which the document shows', async () => {
    const dealer = await electronicDealer(system)
    const draft = await newDraft(system, dealer, { nameSurname: 'O Yılmaz' })

    expect(documentIn(await draft.prepare()).state).toBe('prepared')
    const path = `/v1/expenses/${draft.id}/e-document/file?format=xml`
    const headers = { authorization: basic(dealer.credentials) }
    expect(await (await fetch(`${system.baseUrl}${path}`, { headers })).text()).toContain(
      '<cbc:FirstName>O</cbc:FirstName><cbc:FamilyName>Yılmaz</cbc:FamilyName>',
    )
  })
})

const Sent = Compile(Type.Object({ document: Type.String() }))

/** The invoices that the dealer's integrator gets, which accepts each. */
async function capturedFrom(dealer: Dealer): Promise<readonly string[]> {
  const documents: string[] = []
  async function accept(request: IncomingMessage, response: ServerResponse) {
    documents.push(Sent.Parse(JSON.parse(await text(request))).document)
    const uuid = request.url?.split('/').at(-1)
    const number = `KUY2026${String(documents.length).padStart(9, '0')}`
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ uuid, number, acceptedAt: new Date().toISOString() }))
  }
  const url = await serveForThisTest((request, response) => void accept(request, response))
  await dealer.import(
    { kind: 'companySettings', data: { invoice: SALE } },
    { kind: 'providerAccount', data: { provider: 'integrator', url } },
  )
  return documents
}

const namesIn = (document: string) =>
  [...document.matchAll(/<cbc:(?:FirstName|FamilyName)>(.*?)</g)].map(([, name]) => name)
