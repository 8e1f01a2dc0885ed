import Fastify from 'fastify'
import { Counter } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import type { FaultMode } from '#stack/sandbox/operations/names.ts'
import { failure, type Operation } from '#stack/sandbox/operations/operation.ts'
import { serveOperations } from '#stack/sandbox/operations/serve-operations.ts'
import { openState, type State } from '#stack/sandbox/state/state.ts'
import { bodyOf, post, sandboxForThisTest } from '#test/support/running-sandbox.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

const uuid = 'c0ffee00-0000-4000-8000-000000000001'

test.each<[FaultMode, { status: number; kept: string | undefined }]>([
  ['error', { status: 500, kept: undefined }],
  ['rate-limited', { status: 429, kept: undefined }],
  ['quota', { status: 422, kept: 'rejected' }],
  ['reject', { status: 422, kept: 'rejected' }],
  ['malformed', { status: 200, kept: 'accepted' }],
  ['invalid-file', { status: 200, kept: 'accepted' }],
  ['slow', { status: 201, kept: 'accepted' }],
])('%s is answered %j', async (mode, { status, kept }) => {
  const { state, url } = await submissionServer()
  order(state, mode)
  const response = await fetch(url, { method: 'POST' })
  expect(response.status).toBe(status)
  expect(state.documents.find(uuid)?.state).toBe(kept)
  expect(state.calls.list('invoice.submit')).toHaveLength(1)

  expect((await fetch(url, { method: 'POST' })).status).toBe(201)
})

test.each<[FaultMode, string | undefined]>([
  ['timeout', undefined],
  ['accept-then-timeout', 'accepted'],
  ['reject-then-timeout', 'rejected'],
])('%s never answers and leaves the document %s', async (mode, kept) => {
  const { state, url } = await submissionServer()
  order(state, mode)
  const gone = new AbortController()
  const call = fetch(url, { method: 'POST', signal: gone.signal })
  await expect.poll(() => state.calls.list('invoice.submit')).toHaveLength(1)
  await expect.poll(() => state.documents.find(uuid)?.state).toBe(kept)
  setTimeout(() => gone.abort(), 200)
  await expect(call).rejects.toThrow('aborted')
})

test('a malformed answer cannot be read, an invalid file is neither PDF nor XML', async () => {
  const { state, url } = await submissionServer()
  order(state, 'malformed')
  order(state, 'invalid-file')
  const malformed = await fetch(url, { method: 'POST' })
  await expect(malformed.json()).rejects.toThrow(SyntaxError)
  const file = await fetch(url, { method: 'POST' }).then((response) => response.text())
  expect(file).not.toMatch(/^(%PDF|<)/)
})

test('a slow call is done after its delay, even if the caller has disconnected', async () => {
  const { state, url } = await submissionServer()
  order(state, 'slow', 3_000)
  const gone = new AbortController()
  const call = fetch(url, { method: 'POST', signal: gone.signal })
  await expect.poll(() => state.calls.list(null)).toHaveLength(1)
  gone.abort()
  await expect(call).rejects.toThrow('aborted')
  expect(state.documents.find(uuid)).toBeUndefined()
  await expect.poll(() => state.documents.find(uuid)?.state).toBe('accepted')
})

test('a shutdown ends silent calls and performs slow ones at once', async () => {
  const { state, url, close } = await submissionServer()
  order(state, 'timeout')
  order(state, 'slow', 600_000)
  const silent = fetch(url, { method: 'POST' })
  await expect.poll(() => state.calls.list(null)).toHaveLength(1)
  const gone = new AbortController()
  const slow = fetch(url, { method: 'POST', signal: gone.signal })
  await expect.poll(() => state.calls.list(null)).toHaveLength(2)
  gone.abort()

  await Promise.all([
    expect(silent).rejects.toThrow('fetch failed'),
    expect(slow).rejects.toThrow('aborted'),
    close(),
  ])
  expect(state.documents.find(uuid)?.state).toBe('accepted')
})

test('faults apply in the order in which they were ordered, each as often as ordered', async () => {
  const { url } = await sandboxForThisTest()
  const faults = `${url}/__sandbox/faults`
  const operation = 'taxpayer.lookup'
  const ordered = await post(faults, { operation, mode: 'error', times: 2 })
  expect(await ordered.json()).toEqual({ operation, mode: 'error', times: 2, delayMs: 0 })
  await post(faults, { operation, mode: 'rate-limited' })
  await post(faults, { operation: 'kmts.query', mode: 'error' })

  const statuses = []
  for (let call = 0; call < 4; call += 1) {
    statuses.push((await fetch(`${url}/taxpayers/4840847211`)).status)
  }
  expect(statuses).toEqual([500, 500, 429, 200])
})

test('DELETE clears all faults, with any content type', async () => {
  const { url } = await sandboxForThisTest()
  const faults = `${url}/__sandbox/faults`
  await post(faults, { operation: 'taxpayer.lookup', mode: 'error', times: 100 })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(faults, { method: 'DELETE', headers })).status).toBe(204)
  expect(await bodyOf(`${url}/taxpayers/4840847211`)).toMatchObject({ eInvoice: false })
})

test.each([
  { operation: 'taxpayer.guess', mode: 'error' },
  { operation: 'taxpayer.lookup', mode: 'explode' },
  { operation: 'taxpayer.lookup' },
  { operation: 'taxpayer.lookup', mode: 'error', times: 0 },
  { operation: 'taxpayer.lookup', mode: 'slow', delayMs: -1 },
  { operation: 'taxpayer.lookup', mode: 'error', often: 3 },
])('the fault %j is answered 400', async (fault) => {
  const { url } = await sandboxForThisTest()
  expect((await post(`${url}/__sandbox/faults`, fault)).status).toBe(400)
})

const order = (state: State, mode: FaultMode, delayMs = 0) =>
  state.faults.order({ operation: 'invoice.submit', mode, times: 1, delayMs })

/** An operation that leaves a trace, behind the mechanism that is tested. */
async function submissionServer() {
  const state = openState(await temporaryFolder('sandbox'))
  const keep = (outcome: 'accepted' | 'rejected') =>
    state.documents.save({ uuid, kind: 'invoice', number: null, state: outcome })
  const submission: Operation = {
    name: 'invoice.submit',
    method: 'POST',
    url: '/submissions',
    uuidOf: () => uuid,
    perform: () => {
      keep('accepted')
      return { status: 201, json: { uuid } }
    },
    refuse: () => {
      keep('rejected')
      return failure(422, 'REFUSED', 'The rules forbid it.')
    },
  }
  const callCounter = new Counter({
    name: 'calls',
    help: 'calls',
    labelNames: ['operation', 'fault'] as const,
    registers: [],
  })
  const app = Fastify({ forceCloseConnections: true })
  app.register(serveOperations([submission], { state, logger: silentLogger, callCounter }))
  onTestFinished(async () => {
    await app.close()
    state.close()
  })
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  return { state, url: `${base}/submissions`, close: () => app.close() }
}
