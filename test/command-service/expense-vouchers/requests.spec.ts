import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { systemForThisFile } from '#test/support/system.ts'
import { type Api, apiAt, refusal } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { ANY_ID, manual } from '#test/support/vouchers.ts'
import { json, unreadable } from './unreadable-bodies.ts'

const system = systemForThisFile()

let api: Api
beforeAll(async () => {
  api = (await newDealer(system)).api
})

const invalid = (...faults: readonly (readonly [field: string, rule: string])[]) => [
  400,
  'VALIDATION_FAILED',
  faults.map(([field, rule]) => ({ field, rule })),
]

const notFound = [404, 'RESOURCE_NOT_FOUND', []]

test.each([randomUUID(), randomUUID().toUpperCase()])(
  "a request id of the client's is kept when it is a UUID: %s",
  async (requestId) => {
    const headers = { 'x-request-id': requestId }

    for (const answer of [
      await api.get('/v1/expenses', headers),
      await api.post('/v1/expenses/preview', manual(), headers),
      await api.get(`/v1/expenses/${ANY_ID}`, headers),
      await api.post('/v1/expenses', {}, headers),
      await api.get('/v1/no-such-thing', headers),
      await apiAt(system.baseUrl).get('/v1/expenses', headers),
    ]) {
      expect(answer.requestId).toBe(requestId)
    }
  },
)

test.each(['', 'abc', '1234', '../../etc/passwd', 'x'.repeat(100)])(
  'any other request id (%j) gives way to a new one',
  async (requestId) => {
    const answer = await api.get('/v1/expenses', { 'x-request-id': requestId })

    expect(answer.requestId).toMatch(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/)
    expect(answer.requestId).not.toBe(requestId)
  },
)

test('a far too long path gets the same error', async () => {
  const answer = await api.get(`/v1/expenses?q=${'x'.repeat(100_000)}`)

  expect(refusal(answer)).toEqual([400, 'VALIDATION_FAILED', []])
})

test('every response has its own request id and timestamp', async () => {
  const before = Date.now()

  const answers = [await api.get('/v1/expenses'), await api.get('/v1/expenses')]

  expect(new Set(answers.map(({ requestId }) => requestId)).size).toBe(2)
  const at = Date.parse(answers[0]?.meta?.timestamp ?? '')
  expect(at).toBeGreaterThanOrEqual(before)
  expect(at).toBeLessThanOrEqual(Date.now())
})

test.each([
  ['POST', '/'],
  ['GET', '/v1'],
  ['GET', '/v2/expenses'],
  ['GET', '//v1/expenses'],
  ['GET', '/V1/EXPENSES'],
  ['GET', `/v1/expenses/${ANY_ID}/more`],
  ['GET', '/v1/%E0%A4%A'],
  ['POST', '/v1/expenses/%'],
  ['POST', `/v1/expenses/${ANY_ID}`],
  ['POST', '/v1/expenses/templates'],
  ['PUT', '/v1/expenses'],
  ['PATCH', `/v1/expenses/${ANY_ID}`],
  ['DELETE', '/v1/expenses'],
  ['OPTIONS', '/v1/expenses'],
  ['PROPFIND', '/v1/expenses'],
  ['TRACE', '/v1/expenses'],
])('%s %s is no endpoint, with or without credentials or a readable body', async (method, path) => {
  const nobody = apiAt(system.baseUrl)
  const body = method === 'TRACE' ? {} : { headers: { 'content-type': 'text/plain' }, body: '{' }

  expect(refusal(await api.send({ method, path }))).toEqual(notFound)
  expect(refusal(await nobody.send({ method, path }))).toEqual(notFound)
  expect(refusal(await nobody.send({ method, path, ...body }))).toEqual(notFound)
})

test.each(['/v1/expenses', '/v1/expenses/templates', `/v1/expenses/${ANY_ID}`])(
  'HEAD %s is no endpoint',
  async (path) => {
    expect((await api.send({ method: 'HEAD', path })).status).toBe(404)
  },
)

const creating = ['/v1/expenses', '/v1/expenses/preview']

test.each(unreadable)(
  '$what is reported as one fault of the body',
  async ({ headers, body, fault }) => {
    for (const path of creating) {
      const answer = await api.send({
        method: 'POST',
        path,
        ...(headers === undefined ? {} : { headers }),
        ...(body === undefined ? {} : { body }),
      })
      expect(refusal(answer)).toEqual(invalid(fault))
    }
  },
)

test('after a body that is too large the connection can be used again', async () => {
  const headers = { ...json, connection: 'keep-alive' }
  const body = JSON.stringify({ data: { description: 'x'.repeat(3_000_000) } })
  const sendTooMuch = () => api.send({ method: 'POST', path: '/v1/expenses', headers, body })

  const answers = await Promise.all(Array.from({ length: 10 }, sendTooMuch))

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
  expect((await api.post('/v1/expenses/preview', manual(), headers)).status).toBe(200)
})

test('a body may say that it is in UTF-8', async () => {
  const headers = { 'content-type': 'Application/JSON; charset=utf-8' }

  expect((await api.post('/v1/expenses/preview', manual(), headers)).status).toBe(200)
})

test('all faults of a request are reported at once, each once', async () => {
  const answer = await api.post('/v1/expenses', {
    source: 'manual',
    idNo: '  ',
    amount: 12.345,
    bankTransactionId: ANY_ID,
    exchanges: 0,
    attribute: 'x'.repeat(501),
    description: 'x'.repeat(4_001),
    transactionDate: '2026-02-30',
    isDraft: 'true',
    number: '12a',
    customerInfo: { phone: 5, fax: '1' },
    documentMode: 'electronic',
  })

  expect(answer.status).toBe(400)
  expect(
    answer.error?.details.toSorted((a, b) => (a.field ?? '').localeCompare(b.field ?? '')),
  ).toEqual(
    [
      ['data.amount', 'format'],
      ['data.attribute', 'maxLength'],
      ['data.bankTransactionId', 'mismatch'],
      ['data.customerInfo.fax', 'unknown'],
      ['data.customerInfo.phone', 'type'],
      ['data.description', 'maxLength'],
      ['data.documentMode', 'unknown'],
      ['data.exchanges', 'minimum'],
      ['data.idNo', 'minLength'],
      ['data.isDraft', 'type'],
      ['data.number', 'pattern'],
      ['data.transactionDate', 'format'],
    ].map(([field, rule]) => ({ field, rule })),
  )
})

test('fields next to data, and inherited property names, are unknown fields', async () => {
  const body = `{"data":{"source":"manual","idNo":"1","amount":1,"__proto__":{"isDraft":true},
    "constructor":1,"toString":"x"},"meta":1,"__proto__":2}`

  const answer = await api.send({ method: 'POST', path: '/v1/expenses', headers: json, body })

  expect(answer.error?.details.map(({ field, rule }) => `${field} ${rule}`).toSorted()).toEqual([
    '__proto__ unknown',
    'data.__proto__ unknown',
    'data.constructor unknown',
    'data.toString unknown',
    'meta unknown',
  ])
})

test('an optional field that is empty or null counts as not given', async () => {
  const empty = { description: '', templateKey: null, customerInfo: null, serial: ' ' }

  const answer = await api.post('/v1/expenses/preview', manual(empty))

  expect(answer).toMatchObject({ status: 200, data: { serial: 'GP' } })
})

test.each([
  ['?page=1', ['page', 'unknown']],
  ['?', undefined],
] as const)('writing takes no query parameters: %s', async (query, fault) => {
  const answer = await api.post(`/v1/expenses/preview${query}`, manual())

  expect(refusal(answer)).toEqual(
    fault === undefined ? [200, undefined, undefined] : invalid([...fault]),
  )
})

test('faults of the path, the query and the body are reported together', async () => {
  const answer = await api.delete('/v1/expenses/xyz?force=true&force=false')

  expect(refusal(answer)).toEqual(invalid(['id', 'pattern'], ['force', 'unknown']))
})

test('a key that is longer than 255 characters, or blank, is no Idempotency-Key', async () => {
  const post = (key: string) => api.post('/v1/expenses', manual(), { 'idempotency-key': key })

  expect(refusal(await post('k'.repeat(256)))).toEqual(invalid(['Idempotency-Key', 'maxLength']))
  expect(refusal(await post(' '))).toEqual(invalid(['Idempotency-Key', 'minLength']))
  expect((await post('k'.repeat(255))).status).toBe(201)
})
