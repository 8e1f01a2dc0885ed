import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { httpInvoiceIntegrator } from '#command/providers/invoice-integrator/http.ts'
import { type InvoiceDocument, invoiceXml } from '#command/ubl/invoice.ts'
import type { FaultMode, OperationName } from '#stack/sandbox/operations/names.ts'
import { sale } from '#test/command-service/invoices/calculation/samples.ts'
import { invoice, linesOf, paidBy, soldTo } from '#test/command-service/ubl/invoice-samples.ts'
import { sandboxForThisTest } from '#test/support/running-sandbox.ts'
import { callOf } from '../integrator/calls.ts'

test('an invoice is issued once, and the status query finds it', async () => {
  const { integrator, state } = await integratorForThisTest()
  const sent = invoiceToSend()
  const { uuid } = sent
  const issued = await integrator.submitInvoice(callOf(), sent)
  expect(issued).toMatchObject({
    kind: 'done',
    answer: { number: 'ABC2026000000001', acceptedAt: expect.stringMatching(/Z$/) },
  })
  expect(await integrator.submitInvoice(callOf(), sent)).toEqual(issued)
  expect(await integrator.invoiceStatus(callOf(), uuid)).toMatchObject({
    kind: 'done',
    answer: { ...Object(issued).answer, state: 'accepted', reportStatus: 'NotReported' },
  })
  expect(await integrator.deleteDraft(callOf(), uuid)).toMatchObject({
    kind: 'refused',
    errorCode: 'ALREADY_ACCEPTED',
  })
  expect(await integrator.keepDraft(callOf(), sent)).toMatchObject({
    kind: 'refused',
    errorCode: 'NOT_A_DRAFT',
  })
  const call = { uuid, requestId: callOf().requestId }
  expect(state.calls.list('invoice.submit')).toMatchObject([call, call])
})

test('a draft is kept, replaced and deleted, again with the same answer', async () => {
  const { integrator } = await integratorForThisTest()
  const sent = invoiceToSend()
  const kept = { kind: 'done', answer: { state: 'draft' } }
  expect(await integrator.keepDraft(callOf(), sent)).toEqual(kept)
  expect(await integrator.keepDraft(callOf(), sent)).toEqual(kept)
  expect(await integrator.invoiceStatus(callOf(), sent.uuid)).toMatchObject({
    answer: { state: 'draft', number: null, cancelled: false },
  })
  const deleted = { kind: 'done', answer: { state: 'cancelled' } }
  expect(await integrator.deleteDraft(callOf(), sent.uuid)).toEqual(deleted)
  expect(await integrator.deleteDraft(callOf(), sent.uuid)).toEqual(deleted)
  expect(await integrator.invoiceStatus(callOf(), sent.uuid)).toMatchObject({
    answer: { state: 'cancelled', cancelled: true },
  })
})

test('an invoice that never arrived is unknown there', async () => {
  const { integrator } = await integratorForThisTest()
  const nobody = randomUUID()
  expect(await integrator.invoiceStatus(callOf(), nobody)).toEqual({ kind: 'notFound' })
  expect(await integrator.deleteDraft(callOf(), nobody)).toEqual({ kind: 'notFound' })
})

test('an invoice that breaks rules is refused with each of them', async () => {
  const { integrator } = await integratorForThisTest()
  const sent = invoiceToSend(soldTo({ taxNumber: '11111111111', name: 'Nihai Tüketici' }), (xml) =>
    xml.replace('EARSIVFATURA', 'TEMELFATURA').replaceAll('>805<', '>230<'),
  )
  const refused = await integrator.submitInvoice(callOf(), sent)
  const tax = { errorCode: 'TAX_INVALID', errorMessage: expect.stringContaining('230') }
  expect(refused).toMatchObject({
    kind: 'refused',
    errorCode: 'DOCUMENT_INVALID',
    errorMessage: expect.stringContaining('end consumer'),
    errors: [{ errorCode: 'PARTY_INVALID' }, tax, tax, tax, tax],
  })
  expect(await integrator.submitInvoice(callOf(), sent)).toEqual(refused)
  expect(await integrator.invoiceStatus(callOf(), sent.uuid)).toMatchObject({
    answer: { state: 'rejected', number: null, detail: Object(refused).errorMessage },
  })
  expect(await integrator.deleteDraft(callOf(), sent.uuid)).toEqual({
    kind: 'done',
    answer: { state: 'rejected' },
  })
})

const hostile = '<b>&amp;&lol;</b> ]]> "\'\u0000\uFFFF 🥇 \uD800'
const sold = (
  type: InvoiceDocument['invoiceType'],
  exemptionCode: string | null,
  ...further: readonly [Parameters<typeof sale>[1]?, Parameters<typeof sale>[2]?]
) => invoice({ invoiceType: type, exemptionCode, lines: linesOf(sale(type, ...further)) })

test.each<[string, InvoiceDocument]>([
  ['a bracelet', invoice()],
  ['a bracelet with fixed labour', sold('OZELMATRAH', '805', { laborType: 'fixed' })],
  ['coins', sold('OZELMATRAH', '805', { unitType: 'C62' }, { exchanges: '7312.49' })],
  ['bullion', sold('ISTISNA', '230', { exchange: '1' })],
  ['bullion under a code of its own', sold('ISTISNA', '250', { exchange: '0.995' })],
  ['currency', sold('ISTISNA', '232', { unitType: 'C62', exchange: '1' }, { exchanges: '41.37' })],
  ['platinum', sold('SATIS', null, { exchange: '0.95' })],
  ['a sale at no rate', sold('SATIS', '351', { vatRate: '0' })],
  [
    'a sale of a cent',
    sold('SATIS', null, { exchange: '1' }, { amount: '1.01', exchanges: '0.01' }),
  ],
  ['much', sold('ISTISNA', '230', {}, { amount: '99999999999.99', exchanges: '0.07' })],
  [
    'what a taxpayer buys',
    invoice({ ...soldTo({ taxNumber: '0843118681' }), channel: 'einvoice' }),
  ],
  ['what the end consumer buys', soldTo({ taxNumber: '11111111111', name: 'Nihai Tüketici' })],
  ['one without an address', soldTo({ address: null, district: null, city: null })],
  [
    'what a hostile name buys',
    soldTo({ taxNumber: '0843118681', name: hostile, address: hostile }),
  ],
  ['a payment by transfer', paidBy({ bankName: hostile, iban: 'TR330006100519786457841326' })],
  ['a payment as agreed', paidBy({ type: 'other', note: hostile })],
  ['a description', invoice({ description: `one\n${hostile}\ntwo`, serial: null })],
])(
  '%s: the invoice that Sarraf writes is accepted, as a draft and as an invoice',
  async (_what, of) => {
    const { integrator } = await integratorForThisTest()
    const sent = invoiceToSend(of)
    expect(await integrator.keepDraft(callOf(), sent)).toEqual({
      kind: 'done',
      answer: { state: 'draft' },
    })
    expect(await integrator.submitInvoice(callOf(), sent)).toMatchObject({ kind: 'done' })
  },
)

const unknownBy = (errorCode: string) => ({ kind: 'unknown', errorCode })

test.each<[FaultMode, object, object]>([
  ['timeout', unknownBy('TIMEOUT'), { kind: 'notFound' }],
  ['accept-then-timeout', unknownBy('TIMEOUT'), { answer: { state: 'accepted' } }],
  ['reject-then-timeout', unknownBy('TIMEOUT'), { answer: { state: 'rejected' } }],
  ['error', unknownBy('SERVER_ERROR'), { kind: 'notFound' }],
  ['malformed', unknownBy('UNREADABLE'), { answer: { state: 'accepted' } }],
  ['invalid-file', unknownBy('UNREADABLE'), { answer: { state: 'accepted' } }],
  ['slow', { kind: 'done' }, { answer: { state: 'accepted' } }],
  ['rate-limited', { kind: 'notTaken', errorCode: 'RATE_LIMITED' }, { kind: 'notFound' }],
  [
    'reject',
    {
      kind: 'refused',
      errorCode: 'DOCUMENT_REJECTED',
      errors: [{ errorCode: 'RULE_1150' }, { errorCode: 'RULE_1163' }],
    },
    { answer: { state: 'rejected' } },
  ],
])(
  'the fault %s on an invoice is understood, it arrived once, and the status query finds its outcome',
  async (mode, outcome, found) => {
    const { integrator, patienceFor, state, order } = await integratorForThisTest()
    const sent = invoiceToSend()
    order('invoice.submit', mode)
    expect(await patienceFor(mode).submitInvoice(callOf(), sent)).toMatchObject(outcome)
    expect(state.calls.list('invoice.submit')).toMatchObject([{ uuid: sent.uuid }])
    expect(await integrator.invoiceStatus(callOf(), sent.uuid)).toMatchObject(found)
  },
)

test.each<[FaultMode, object, string]>([
  ['timeout', unknownBy('TIMEOUT'), 'draft'],
  ['accept-then-timeout', unknownBy('TIMEOUT'), 'cancelled'],
  ['reject-then-timeout', unknownBy('TIMEOUT'), 'draft'],
  ['error', unknownBy('SERVER_ERROR'), 'draft'],
  ['malformed', unknownBy('UNREADABLE'), 'cancelled'],
  ['rate-limited', { kind: 'notTaken' }, 'draft'],
  ['reject', { kind: 'refused', errorCode: 'CANCEL_REFUSED', errors: [] }, 'draft'],
])(
  'the fault %s on a deletion is understood, and leaves the draft %3$s',
  async (mode, outcome, left) => {
    const { integrator, patienceFor, order } = await integratorForThisTest()
    const sent = invoiceToSend()
    await integrator.keepDraft(callOf(), sent)
    order('invoice.deleteDraft', mode)
    expect(await patienceFor(mode).deleteDraft(callOf(), sent.uuid)).toMatchObject(outcome)
    expect(await integrator.invoiceStatus(callOf(), sent.uuid)).toMatchObject({
      answer: { state: left },
    })
  },
)

test.each<[FaultMode, object, object]>([
  ['timeout', unknownBy('TIMEOUT'), { kind: 'notFound' }],
  ['accept-then-timeout', unknownBy('TIMEOUT'), { answer: { state: 'draft' } }],
  ['malformed', unknownBy('UNREADABLE'), { answer: { state: 'draft' } }],
  ['reject', { kind: 'refused', errors: [{}, {}] }, { kind: 'notFound' }],
])('the fault %s on a draft is understood', async (mode, outcome, found) => {
  const { integrator, patienceFor, order } = await integratorForThisTest()
  const sent = invoiceToSend()
  order('invoice.draft', mode)
  expect(await patienceFor(mode).keepDraft(callOf(), sent)).toMatchObject(outcome)
  expect(await integrator.invoiceStatus(callOf(), sent.uuid)).toMatchObject(found)
})

async function integratorForThisTest() {
  const { url, state } = await sandboxForThisTest()
  const integrator = httpInvoiceIntegrator({ url, timeoutMs: 20_000 })
  const impatient = httpInvoiceIntegrator({ url, timeoutMs: 1_000 })
  /** Short only where no answer will come. */
  const patienceFor = (mode: FaultMode) => (mode.endsWith('timeout') ? impatient : integrator)
  const order = (operation: OperationName, mode: FaultMode) =>
    state.faults.order({ operation, mode, times: 1, delayMs: 0 })
  return { state, integrator, patienceFor, order }
}

/** The invoice as the product writes it, under a uuid of its own. */
function invoiceToSend(of = invoice({ serial: 'ABC' }), change = (xml: string) => xml) {
  const uuid = randomUUID()
  const { serial } = of
  return { uuid, serial, email: 'ayse@example.com', document: change(invoiceXml({ ...of, uuid })) }
}
