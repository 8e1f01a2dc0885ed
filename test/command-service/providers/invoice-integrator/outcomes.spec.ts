import { expect, test } from 'vitest'
import { httpInvoiceIntegrator } from '#command/providers/invoice-integrator/http.ts'
import { freePort } from '#stack/free-port.ts'
import { callOf } from '../integrator/calls.ts'
import { answering, breakingOff, hanging, providerForThisTest, resetting } from '../provider.ts'
import { callNames, calls, goodAnswers, outcomeAt, uuid } from './calls.ts'

test.each(callNames)('%s: a good answer is done', async (name) => {
  const [said, answer] = goodAnswers[name]
  const { outcome } = await outcomeAt(name, answering(200, said))
  expect(outcome).toEqual({ kind: 'done', answer })
})

test.each(callNames)('%s: a refusal that says why is explicit, with each fault', async (name) => {
  const errors = [
    { code: 'TAX_INVALID', message: 'no\ncode' },
    { code: 'LINE_INVALID', message: 'no name' },
  ]
  for (const status of [400, 404, 409, 422]) {
    const said = { code: 'SAYS_NO', message: `because of ${status}`, errors }
    const { outcome } = await outcomeAt(name, answering(status, said))
    expect(outcome).toEqual({
      kind: 'refused',
      errorCode: 'SAYS_NO',
      errorMessage: `because of ${status}`,
      errors: [
        { errorCode: 'TAX_INVALID', errorMessage: 'no code' },
        { errorCode: 'LINE_INVALID', errorMessage: 'no name' },
      ],
    })
  }
})

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

test.each(callNames)('%s: a forbidden or rate-limited call was not processed', async (name) => {
  for (const status of [401, 403, 429]) {
    const refused = await outcomeAt(name, answering(status, { code: 'WAIT', message: 'later' }))
    expect(refused.outcome).toEqual({
      kind: 'notTaken',
      errorCode: 'WAIT',
      errorMessage: 'later',
      ...(status === 429 && { isLimit: true }),
    })
    const untold = await outcomeAt(name, answering(status, '<html>'))
    expect(untold.outcome).toMatchObject({ kind: 'notTaken', errorCode: `HTTP_${status}` })
  }
})

test.each(callNames)(
  '%s: after a server error the outcome is unknown, with any content',
  async (name) => {
    for (const status of [500, 502, 503, 504]) {
      const said = { ...goodAnswers[name][0], code: 'DOCUMENT_INVALID', message: 'no' }
      const { outcome, received } = await outcomeAt(name, answering(status, said))
      expect(outcome).toMatchObject({ kind: 'unknown', errorCode: 'SERVER_ERROR' })
      expect(received).toHaveLength(1)
    }
  },
)

test.each(callNames)(
  '%s: an unreadable answer is unknown, and the call is sent once',
  async (name) => {
    const [said] = goodAnswers[name]
    const unreadable: readonly (readonly [number, unknown])[] = [
      [200, ''],
      [200, '{"uuid":'],
      [200, {}],
      [200, { ...said, uuid: '00000000-0000-4000-8000-000000000000' }],
      [200, { code: 'OK', message: 'fine' }],
      [204, ''],
      [302, said],
      [404, '<html>nginx</html>'],
      [422, { code: 'SAYS_NO' }],
      [422, { code: 'SAYS_NO', message: 'no', errors: 'many' }],
      [418, { code: 'TEAPOT', message: 'no' }],
      [421, { code: 'MISDIRECTED', message: 'no' }],
    ]
    for (const [status, body] of unreadable) {
      const { outcome, received } = await outcomeAt(name, answering(status, body))
      expect([status, body, outcome, received.length]).toMatchObject([
        status,
        body,
        { kind: 'unknown', errorCode: 'UNREADABLE' },
        1,
      ])
    }
  },
)

test.each([['ABC202600000001'], ['abc2026000000001'], ['ABC2026000000001\n'], [''], [null]])(
  'an invoice that is answered with the number %j is not known to be issued',
  async (number) => {
    const said = { ...goodAnswers.submit[0], number }
    const { outcome } = await outcomeAt('submit', answering(200, said))
    expect(outcome).toMatchObject({ kind: 'unknown', errorCode: 'UNREADABLE' })
  },
)

test.each(callNames)(
  '%s: no answer in time, or a lost connection, is unknown; it is sent once',
  async (name) => {
    const late = await outcomeAt(name, hanging, 600)
    expect(late.outcome).toMatchObject({ kind: 'unknown', errorCode: 'TIMEOUT' })
    expect(late.received).toHaveLength(1)
    for (const losing of [resetting, breakingOff]) {
      const lost = await outcomeAt(name, losing)
      expect(lost.outcome).toMatchObject({ kind: 'unknown', errorCode: 'CONNECTION' })
      expect(lost.received).toHaveLength(1)
    }
  },
)

test.each(callNames)(
  '%s: a refused connection and a call aborted by a stopping service are unknown',
  async (name) => {
    const nobody = httpInvoiceIntegrator({
      url: `http://127.0.0.1:${await freePort()}`,
      timeoutMs: 5_000,
    })
    expect(await calls[name](nobody)).toMatchObject({ kind: 'unknown', errorCode: 'CONNECTION' })
    const stopping = new AbortController()
    const { url } = await providerForThisTest(() => stopping.abort())
    const integrator = httpInvoiceIntegrator({ url, timeoutMs: 5_000 })
    expect(await calls[name](integrator, callOf({ signal: stopping.signal }))).toMatchObject({
      kind: 'unknown',
      errorCode: 'ABORTED',
    })
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
