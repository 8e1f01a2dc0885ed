import { expect, test } from 'vitest'
import { httpKmtsRegister } from '#command/providers/kmts/http.ts'
import type { KmtsAccount } from '#command/providers/kmts/port.ts'
import { freePort } from '#stack/free-port.ts'
import type { FaultMode } from '#stack/sandbox/operations/names.ts'
import { sandboxForThisTest } from '#test/support/running-sandbox.ts'
import { serveForThisTest } from '#test/support/upstream.ts'

const requestId = '0b7f5a52-8f6e-4b58-9f39-0d5f3d2b6a01'
const { signal } = new AbortController()

const asking = (url: string, timeoutMs = 2_000) => {
  const register = httpKmtsRegister({ url, timeoutMs })
  return (scannedCode: string, account?: KmtsAccount, until = signal) =>
    register.query({ scannedCode, account, requestId, signal: until })
}

async function sandbox() {
  const { state, url } = await sandboxForThisTest()
  return { state, ask: asking(url, 1_000) }
}

test.each([
  ['KMV-1', 'verified'],
  ['KMN-1', 'not_found'],
  ['KMX-1', 'invalid'],
  ['8690/ü "1"', 'not_found'],
])('the code %s is %s', async (code, outcome) => {
  const { state, ask } = await sandbox()
  expect(await ask(code)).toMatchObject({ kind: 'answered', outcome })
  expect(state.calls.list('kmts.query')).toMatchObject([{ operation: 'kmts.query', requestId }])
})

test('an entry is read with every field', async () => {
  const { ask } = await sandbox()
  expect(await ask('KMV-1')).toMatchObject({
    entry: {
      status: 'ACTIVE',
      activationDate: '2026-03-02T08:30:00.000Z',
      markingDate: '2026-02-27T10:00:00.000Z',
      refineryName: 'Boğaziçi Rafineri A.Ş.',
      millesimalFineness: '995.0',
      weight: '1.005',
      packagePrefix: 'KMV',
    },
  })
})

test.each<[FaultMode, string, string | null]>([
  ['timeout', 'timeout', null],
  ['accept-then-timeout', 'timeout', null],
  ['error', 'unavailable', 'INTERNAL_ERROR'],
  ['reject', 'refused', 'QUERY_REFUSED'],
  ['malformed', 'unreadable', null],
  ['invalid-file', 'unreadable', null],
  ['rate-limited', 'rateLimited', 'RATE_LIMITED'],
])('after the fault %s it is %s, and the register was asked once', async (mode, reason, code) => {
  const { state, ask } = await sandbox()
  state.faults.order({ operation: 'kmts.query', mode, times: 1, delayMs: 0 })
  expect(await ask('KMV-1')).toMatchObject({ kind: 'failed', reason, providerCode: code })
  expect(state.calls.list('kmts.query')).toHaveLength(1)
})

test('a register that does not run is unavailable', async () => {
  const ask = asking(`http://127.0.0.1:${await freePort()}`)
  expect(await ask('KMV-1')).toMatchObject({ kind: 'failed', reason: 'unavailable' })
})

test('a wait that is ended is interrupted', async () => {
  const { state, ask } = await sandbox()
  state.faults.order({ operation: 'kmts.query', mode: 'timeout', times: 1, delayMs: 0 })
  expect(await ask('KMV-1', undefined, AbortSignal.timeout(20))).toMatchObject({
    kind: 'failed',
    reason: 'interrupted',
  })
})

test('a company’s own account goes to its own address, by Basic authentication', async () => {
  const seen: (string | undefined)[] = []
  const own = await serveForThisTest((request, response) => {
    seen.push(request.url, request.headers.authorization)
    response.end(JSON.stringify({ scannedCode: 'KMV-1', outcome: 'verified' }))
  })
  const ask = asking('http://127.0.0.1:1')
  const account = { url: `${own}/register/`, user: 'kuyumcu', secret: 'ş:ifre' }

  expect(await ask('KMV-1', account)).toMatchObject({ outcome: 'verified' })
  const basic = `Basic ${Buffer.from('kuyumcu:ş:ifre').toString('base64')}`
  expect(seen).toEqual(['/register/kmts/queries', basic])
})

test.each([
  ['another code’s entry', { scannedCode: 'KMV-2', outcome: 'verified' }],
  ['an unknown outcome', { scannedCode: 'KMV-1', outcome: 'maybe' }],
  ['a list', []],
  ['a date that is none', { scannedCode: 'KMV-1', outcome: 'verified', markingDate: '2026-02-30' }],
  ['a negative weight', { scannedCode: 'KMV-1', outcome: 'verified', weight: -1 }],
])('%s is no answer', async (_what, body) => {
  const url = await serveForThisTest((_request, response) => response.end(JSON.stringify(body)))
  expect(await asking(url)('KMV-1')).toMatchObject({ kind: 'failed', reason: 'unreadable' })
})

test.each([
  [401, 'refused'],
  [403, 'refused'],
  [404, 'unreadable'],
  [302, 'unreadable'],
  [204, 'unreadable'],
  [429, 'rateLimited'],
  [503, 'unavailable'],
])('the status %i without a word is %s', async (status, reason) => {
  const url = await serveForThisTest((_request, response) => {
    response.writeHead(status, { location: '/elsewhere' }).end()
  })
  expect(await asking(url)('KMV-1')).toMatchObject({ kind: 'failed', reason, providerCode: null })
})

test('the register’s message is stored as one bounded line', async () => {
  const status = `a\u0000b\n${'x'.repeat(600)}`
  const body = { scannedCode: 'KMV-1', outcome: 'verified', status, metal: '  ' }
  const url = await serveForThisTest((_request, response) => response.end(JSON.stringify(body)))
  const { entry } = Object(await asking(url)('KMV-1'))
  expect(entry).toMatchObject({ status: `a b ${'x'.repeat(496)}`, metal: null })
})

test('an answer without an end is not read to its end', async () => {
  const url = await serveForThisTest((_request, response) => {
    response.end(`{"status":"${'x'.repeat(100_000)}"}`)
  })
  expect(await asking(url)('KMV-1')).toMatchObject({ kind: 'failed', reason: 'unreadable' })
})
