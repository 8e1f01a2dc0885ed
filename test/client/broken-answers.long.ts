import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  ConnectionFailed,
  OutcomeUnknown,
  sarraf,
  TimedOut,
  ValidationFailed,
} from '#client/main.ts'
import { freePort } from '#stack/free-port.ts'
import { serveForThisTest } from '#test/support/upstream.ts'

const created = JSON.stringify({
  data: { id: 'a'.repeat(24), nameSurname: 'Ayşe Yılmaz', amount: 65_559.95 },
  meta: { requestId: 'd3b07384-d9a0-4c1e-8f3a-9d1f7c1e2b3a' },
})
const body = { data: { source: 'manual', idNo: '10000000146', amount: 1 } } as const
const credentials = { apiUserId: 'desk', secretKey: 'secret' }
const JSON_TYPE = { 'content-type': 'application/json' }

type Breaking = (response: ServerResponse) => void

/** An API whose first answers break, and a client of it; a creation is done once for each key. */
async function breaking(first: readonly Breaking[]) {
  const keys = new Set<unknown>()
  const waiting = [...first]
  let calls = 0
  const baseUrl = await serveForThisTest((request, response) => {
    calls += 1
    keys.add(request.headers['idempotency-key'])
    request.resume()
    const broken = waiting.shift()
    if (broken === undefined) response.writeHead(201, JSON_TYPE).end(created)
    else broken(response)
  })
  const client = sarraf({ baseUrl, apiUserId: 'desk', secretKey: 'secret', longestWaitMs: 1_500 })
  return { client, done: () => keys.size, calls: () => calls, keys }
}

const cutAt =
  (bytes: number): Breaking =>
  (response) => {
    const whole = Buffer.from(created)
    response.writeHead(201, { ...JSON_TYPE, 'content-length': whole.length })
    response.write(whole.subarray(0, bytes), () => response.destroy())
  }

const cutInChunks =
  (bytes: number): Breaking =>
  (response) => {
    response.writeHead(201, JSON_TYPE)
    response.write(Buffer.from(created).subarray(0, bytes), () => response.destroy())
  }

/** The end of the connection is the end of the answer: only its text shows that it broke off. */
const cutUntilClosed =
  (bytes: number): Breaking =>
  (response) => {
    response.useChunkedEncodingByDefault = false
    response.writeHead(201, { ...JSON_TYPE, connection: 'close' })
    response.end(Buffer.from(created).subarray(0, bytes))
  }

const cutWhileZipped =
  (bytes: number): Breaking =>
  (response) => {
    const zipped = gzipSync(created)
    response.writeHead(201, { ...JSON_TYPE, 'content-encoding': 'gzip' })
    response.write(zipped.subarray(0, bytes), () => response.destroy())
  }

test.each([
  ['a length', cutAt],
  ['chunks', cutInChunks],
  ['nothing but its end', cutUntilClosed],
  ['compression', cutWhileZipped],
])(
  'a creation whose answer, with %s, is cut anywhere is repeated under its key',
  async (_with, cut) => {
    const length = Buffer.byteLength(created)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: length - 1 }), async (bytes) => {
        const api = await breaking([cut(Math.min(bytes, gzipSync(created).length - 1))])

        const { data } = await api.client.POST('/v1/expenses', { body })

        expect(data).toMatchObject({ data: { id: 'a'.repeat(24) } })
        expect([api.done(), api.calls()]).toEqual([1, 2])
      }),
      { numRuns: 12 },
    )
  },
)

const proxy =
  (status: number, headers: Record<string, string> = {}): Breaking =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'text/html', ...headers })
      .end('<html>a proxy</html>')

test.each([200, 500, 502, 503, 504])('so is one that a proxy answers with %i', async (status) => {
  const api = await breaking([proxy(status)])
  await api.client.POST('/v1/expenses', { body })
  expect([api.done(), api.calls()]).toEqual([1, 2])
})

test.each([413, 404, 403])('what a proxy refuses with %i is not repeated', async (status) => {
  const api = await breaking([proxy(status)])
  await expect(api.client.POST('/v1/expenses', { body })).rejects.toMatchObject({ status })
  expect(api.calls()).toBe(1)
})

const answering =
  (status: number, code: string, field: string): Breaking =>
  (response) => {
    const error = { code, message: 'It is not known.', details: [{ field, rule: 'unknown' }] }
    const text = JSON.stringify({ error, traceId: 'd3b07384-d9a0-4c1e-8f3a-9d1f7c1e2b3a' })
    response.writeHead(status, JSON_TYPE).end(text)
  }

test('an unknown outcome is reported, and not repeated', async () => {
  const api = await breaking([answering(502, 'UPSTREAM_ERROR', 'integrator')])
  await expect(api.client.POST('/v1/expenses', { body })).rejects.toThrow(OutcomeUnknown)
  expect(api.calls()).toBe(1)
})

test('nor is one of a write that has no key', async () => {
  const api = await breaking([answering(503, 'INTERNAL_ERROR', 'id')])
  const path = { id: 'a'.repeat(24) }
  await expect(api.client.DELETE('/v1/expenses/{id}', { params: { path } })).rejects.toThrow(
    OutcomeUnknown,
  )
  expect(api.calls()).toBe(1)
})

test('a creation of which it is not known whether it was recorded is repeated under its key', async () => {
  const api = await breaking([answering(503, 'INTERNAL_ERROR', 'data')])
  await api.client.POST('/v1/expenses', { body })
  expect([api.done(), api.calls()]).toEqual([1, 2])
})

test('a field that the API does not know is no unknown outcome', async () => {
  const api = await breaking([answering(400, 'VALIDATION_FAILED', 'data.colour')])
  await expect(api.client.POST('/v1/expenses', { body })).rejects.toThrow(ValidationFailed)
})

test('the date of a Retry-After is waited for', async () => {
  const at = new Date(Date.now() + 1_200)
  const api = await breaking([proxy(503, { 'retry-after': at.toUTCString() })])
  await api.client.POST('/v1/expenses', { body })
  // A date has whole seconds.
  expect(Date.now()).toBeGreaterThanOrEqual(Math.floor(at.getTime() / 1_000) * 1_000)
  expect(api.calls()).toBe(2)
})

test('a date without its zone is one of UTC, wherever the client runs', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('TZ', 'America/New_York')
  const at = new Date(Date.now() + 1_200)
  const [weekday = '', day, month, year, time] = at.toUTCString().split(' ')
  const retryAfter = [weekday.replace(',', ''), month, day, time, year].join(' ')
  const api = await breaking([proxy(503, { 'retry-after': retryAfter })])
  await api.client.POST('/v1/expenses', { body })
  expect(Date.now()).toBeGreaterThanOrEqual(Math.floor(at.getTime() / 1_000) * 1_000)
  expect(api.calls()).toBe(2)
})

test.each(['soon', '-1', '1.5', '+3', '', 'Fri, 20 Nov 1994 10:02:00 GMT'])(
  'a Retry-After of “%s” is none: the client takes its own pause',
  async (retryAfter) => {
    const api = await breaking([proxy(503, { 'retry-after': retryAfter })])
    const begun = performance.now()
    await api.client.POST('/v1/expenses', { body })
    expect(api.calls()).toBe(2)
    expect(performance.now() - begun).toBeGreaterThan(190)
  },
)

test.each([200, 201])('a %i without the body that it should have is repeated', async (status) => {
  const empty: Breaking = (response) =>
    void response.writeHead(status, { ...JSON_TYPE, 'content-length': 0 }).end()
  const api = await breaking([empty, cutUntilClosed(0)])
  const { data } = await api.client.POST('/v1/expenses', { body })
  expect(data).toMatchObject({ data: { id: 'a'.repeat(24) } })
  expect([api.done(), api.calls()]).toEqual([1, 3])
})

test('a creation that is never answered has an unknown outcome, and the key to repeat it with', async () => {
  const keys: unknown[] = []
  const baseUrl = await serveForThisTest((request) => {
    keys.push(request.headers['idempotency-key'])
    request.resume()
  })
  const client = sarraf({ baseUrl, ...credentials, longestCallMs: 1_000 })
  const lost: unknown = await client.POST('/v1/expenses', { body }).catch((error) => error)
  expect(lost).toBeInstanceOf(OutcomeUnknown)
  expect(lost).toMatchObject({ idempotencyKey: keys[0], cause: { name: 'TimeoutError' } })
})

test('a read that is never answered has run out of time, within the limit of each request', async () => {
  let calls = 0
  const baseUrl = await serveForThisTest((_request, response) => {
    calls += 1
    if (calls === 2) response.writeHead(200, JSON_TYPE).write('{"data":')
    if (calls === 4) response.writeHead(200, JSON_TYPE).end('{"data":[]}')
  })
  const limits = { timeoutMs: 500, longestCallMs: 30_000 }
  const impatient = sarraf({ baseUrl, ...credentials, ...limits, tries: 2 })
  await expect(impatient.GET('/v1/expenses')).rejects.toThrow(TimedOut)
  expect(calls).toBe(2)
  const patient = sarraf({ baseUrl, ...credentials, ...limits })
  await patient.GET('/v1/expenses')
  expect(calls).toBe(4)
})

test('a read that nobody listens to, or that breaks off, has failed to connect', async () => {
  const nobody = sarraf({
    baseUrl: `http://127.0.0.1:${await freePort()}`,
    ...credentials,
    tries: 2,
  })
  await expect(nobody.GET('/v1/expenses')).rejects.toThrow(ConnectionFailed)
  await expect(nobody.POST('/v1/expenses', { body })).rejects.toThrow(ConnectionFailed)
  const baseUrl = await serveForThisTest((_request, response) => void response.destroy())
  const broken = sarraf({ baseUrl, ...credentials, tries: 2 })
  await expect(broken.GET('/v1/expenses')).rejects.toMatchObject({
    name: 'ConnectionFailed',
    cause: expect.any(TypeError),
  })
})

test('a creation that was lost once is in doubt, whatever refuses its next tries', async () => {
  const lost: Breaking = (response) => void response.destroy()
  const busy: Breaking = (response) =>
    void response
      .writeHead(429, { ...JSON_TYPE, 'retry-after': '60' })
      .end('{"error":{"code":"RATE_LIMITED","message":"","details":[]},"traceId":""}')
  const api = await breaking([lost, busy])
  const inDoubt: unknown = await api.client.POST('/v1/expenses', { body }).catch((error) => error)
  expect(inDoubt).toMatchObject({
    name: 'OutcomeUnknown',
    status: 429,
    idempotencyKey: [...api.keys][0],
  })
  const refused = await breaking([lost, answering(409, 'CONFLICT', 'data.idNo')])
  await expect(refused.client.POST('/v1/expenses', { body })).rejects.toMatchObject({
    name: 'Conflict',
  })
})

test('a write whose proxy fails is in doubt; one that the API has put off is not', async () => {
  const path = { id: 'a'.repeat(24) }
  const api = await breaking([
    proxy(502),
    (response) =>
      void response
        .writeHead(503, { ...JSON_TYPE, 'retry-after': '1' })
        .end('{"error":{"code":"INTERNAL_ERROR","message":"","details":[]},"traceId":""}'),
  ])
  const remove = () => api.client.DELETE('/v1/expenses/{id}', { params: { path } })
  await expect(remove()).rejects.toMatchObject({ name: 'OutcomeUnknown', status: 502 })
  await expect(remove()).rejects.toMatchObject({ name: 'SarrafError', status: 503 })
})

test('an abort in the middle of an answer ends the call', async () => {
  const aborting = new AbortController()
  const api = await breaking([
    (response) => {
      response.writeHead(201, JSON_TYPE).write('{', () => aborting.abort())
    },
  ])
  const { signal } = aborting
  await expect(api.client.POST('/v1/expenses', { body, signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
  expect(api.calls()).toBe(1)
})
