import { expect, test } from 'vitest'
import { httpInvoiceIntegrator } from '#command/providers/invoice-integrator/http.ts'
import { callOf } from '../integrator/calls.ts'
import { answering, providerForThisTest } from '../provider.ts'
import { callNames, calls, goodAnswers, outcomeAt, uuid } from './calls.ts'

test('a refusal may list no faults, of many the first are kept', async () => {
  const refusal = { code: 'SAYS_NO', message: 'no' }
  const plain = await outcomeAt('submit', answering(422, refusal))
  expect(plain.outcome).toMatchObject({ kind: 'refused', errors: [] })
  const errors = Array.from({ length: 50 }, (_, index) => ({ code: `F${index}`, message: 'no' }))
  const full = await outcomeAt('submit', answering(422, { ...refusal, errors }))
  expect(full.outcome).toMatchObject({ kind: 'refused' })
  expect(full.outcome).toHaveProperty('errors.length', 20)
  expect(full.outcome).toHaveProperty('errors.19.errorCode', 'F19')
})

test('a draft that does not exist is not found, only for status queries and deletions', async () => {
  const missing = answering(404, { code: 'NOT_FOUND', message: 'none' })
  expect((await outcomeAt('drop', missing)).outcome).toEqual({ kind: 'notFound' })
  expect((await outcomeAt('status', missing)).outcome).toEqual({ kind: 'notFound' })
  expect((await outcomeAt('submit', missing)).outcome).toMatchObject({ kind: 'refused' })
  expect((await outcomeAt('keep', missing)).outcome).toMatchObject({ kind: 'refused' })
})

test.each([['ABC202600000001'], ['abc2026000000001'], ['ABC2026000000001\n'], [''], [null]])(
  'an invoice that is answered with the number %j is not known to be issued',
  async (number) => {
    const said = { ...goodAnswers.submit[0], number }
    const { outcome } = await outcomeAt('submit', answering(200, said))
    expect(outcome).toMatchObject({ kind: 'unknown', errorCode: 'UNREADABLE' })
  },
)

test('each call has its own path, the company’s account and its request id', async () => {
  const { url, received } = await providerForThisTest(answering(500, ''))
  const integrator = httpInvoiceIntegrator({ url: 'http://127.0.0.1:1', timeoutMs: 5_000 })
  const account = { url: `${url}/base/`, user: 'örnek', secret: 'sır' }
  const call = callOf({ account, environment: 'live' })
  for (const name of callNames) await calls[name](integrator, call)
  expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `PUT /base/invoices/${uuid}`,
    `PUT /base/invoice-drafts/${uuid}`,
    `DELETE /base/invoice-drafts/${uuid}`,
    `GET /base/invoices/${uuid}`,
  ])
  for (const { headers } of received) {
    expect(headers).toMatchObject({
      'x-request-id': call.requestId,
      'x-environment': 'live',
      authorization: `Basic ${Buffer.from('örnek:sır').toString('base64')}`,
    })
  }
})

test('the invoice is sent with its serial, and the buyer’s address where one is known', async () => {
  const { url, received } = await providerForThisTest(answering(500, ''))
  const integrator = httpInvoiceIntegrator({ url, timeoutMs: 5_000 })
  const document = '<Invoice>ğüşİ</Invoice>'
  const invoice = { uuid, document, serial: 'ABC', email: 'ayse@example.com' }
  await integrator.submitInvoice(callOf(), invoice)
  await integrator.keepDraft(callOf(), { ...invoice, serial: null, email: null })
  expect(received.map(({ body }): unknown => JSON.parse(body))).toEqual([
    { document, serial: 'ABC', recipient: { email: 'ayse@example.com' } },
    { document, serial: null, recipient: {} },
  ])
})
