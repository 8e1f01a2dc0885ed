import { getEventListeners } from 'node:events'
import { expect, test, vi } from 'vitest'
import { type Sarraf, sarraf } from '#client/main.ts'
import { failure } from '#kernel/contract/envelope.ts'
import type { ErrorCode } from '#kernel/contract/error-codes.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { serveForThisTest } from '#test/support/upstream.ts'

const TRACE_ID = 'd3b07384-d9a0-4c1e-8f3a-9d1f7c1e2b3a'

interface Refusal {
  readonly status: number
  readonly code: ErrorCode
}

/** An API that refuses every call so, and how often it was called; that never answers, without a refusal. */
async function refusing(refusal?: Refusal) {
  let calls = 0
  const baseUrl = await serveForThisTest((_request, response) => {
    calls += 1
    if (refusal === undefined) return
    response.writeHead(refusal.status, { 'content-type': 'application/json', 'retry-after': '0' })
    const error = { code: refusal.code, message: 'No.', details: [] }
    response.end(JSON.stringify(failure(TRACE_ID, error)))
  })
  const client = sarraf({ baseUrl, apiUserId: 'desk', secretKey: 'secret', tries: 3 })
  return { client, calls: () => calls }
}

const busy = { status: 503, code: 'INTERNAL_ERROR' } as const

const timeout = { name: 'TimeoutError' }

test('an aborted call waits for no answer and is not repeated', async () => {
  const { client, calls } = await refusing()
  const aborting = new AbortController()
  const call = client.GET('/v1/expenses', { signal: aborting.signal })
  call.catch(() => undefined)
  await vi.waitFor(() => expect(calls()).toBe(1), { timeout: LONGEST_WAIT_MS })
  aborting.abort()

  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  expect(calls()).toBe(1)
})

test('calls leave nothing on a signal that outlives them', async () => {
  const baseUrl = await serveForThisTest((_request, response) => void response.end('{"data":[]}'))
  const client = sarraf({ baseUrl, apiUserId: 'desk', secretKey: 'secret' })
  const { signal } = new AbortController()
  const query: object = { 'filter[includeDeleted]': true }
  for (let call = 0; call < 20; call++) {
    await client.GET('/v1/expenses', { signal })
    await client.GET('/v1/invoices', { signal, params: { query } })
  }
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('an aborted call does not wait for its next try', async () => {
  const baseUrl = await serveForThisTest((_request, response) => {
    response.writeHead(503, { 'retry-after': '60' }).end('"INTERNAL_ERROR"')
  })
  const credentials = { apiUserId: 'desk', secretKey: 'secret' }
  const client = sarraf({ baseUrl, ...credentials, longestWaitMs: 60_000 })
  const signal = AbortSignal.timeout(50)

  await expect(client.GET('/v1/expenses', { signal })).rejects.toMatchObject(timeout)
})

const params = { path: { id: 'f'.repeat(24) } }
const data = { source: 'manual', idNo: '10000000146', amount: 1 } as const

const calls = {
  read: (client: Sarraf) => client.GET('/v1/expenses'),
  preview: (client: Sarraf) => client.POST('/v1/expenses/preview', { body: { data } }),
  creation: (client: Sarraf) => client.POST('/v1/expenses', { body: { data } }),
  step: (client: Sarraf) =>
    client.POST('/v1/expenses/{id}/e-document/confirm', {
      params,
      body: { data: { code: '1234' } },
    }),
  query: (client: Sarraf) =>
    client.POST('/v1/kmts-verifications', { body: { data: { scannedCode: 'KMV1' } } }),
}

const failed = { status: 500, code: 'INTERNAL_ERROR' } as const
const flooded = { status: 429, code: 'AUTH_TOO_MANY_ATTEMPTS' } as const

test.each([
  ['read', busy, 3],
  ['read', failed, 3],
  ['preview', busy, 3],
  ['creation', busy, 3],
  ['creation', failed, 3],
  // It may have been done before a part of the service failed.
  ['step', busy, 1],
  ['step', failed, 1],
  ['step', flooded, 3],
  ['step', { status: 429, code: 'E_DOCUMENT_SMS_COOLDOWN' }, 1],
  ['query', { status: 429, code: 'RATE_LIMITED' }, 3],
  ['step', { status: 429, code: 'RATE_LIMITED' }, 3],
  ['query', { status: 429, code: 'KMTS_RATE_LIMITED' }, 1],
  ['query', { status: 503, code: 'KMTS_RATE_LIMIT_UNAVAILABLE' }, 1],
  ['read', { status: 404, code: 'RESOURCE_NOT_FOUND' }, 1],
] as const)('a %s that is refused with %j is sent %i times', async (kind, refusal, times) => {
  const api = await refusing(refusal)

  await expect(calls[kind](api.client)).rejects.toMatchObject(refusal)
  expect(api.calls()).toBe(times)
})
