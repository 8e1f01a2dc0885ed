import { expect, test } from 'vitest'
import { freePort } from '#stack/free-port.ts'
import type { FaultMode } from '#stack/sandbox/operations/names.ts'
import {
  ask,
  callsAt,
  listIn,
  newShop,
  order,
  PATH,
  verificationIn,
} from '#test/support/kmts-queries.ts'
import { systemForThisFile } from '#test/support/system.ts'
import type { Answer } from '#test/support/system-client.ts'

const TIMEOUT_MS = 2_000
const system = systemForThisFile({ KMTS_TIMEOUT_MS: String(TIMEOUT_MS) })

const detailOf = ({ error }: Answer) => error?.details[0]

interface Row {
  readonly mode: FaultMode
  readonly status: number
  readonly code: string
  readonly rule: string
  readonly providerCode?: string
}

const rows: readonly Row[] = [
  { mode: 'timeout', status: 504, code: 'KMTS_PROVIDER_TIMEOUT', rule: 'timeout' },
  { mode: 'accept-then-timeout', status: 504, code: 'KMTS_PROVIDER_TIMEOUT', rule: 'timeout' },
  {
    mode: 'error',
    status: 502,
    code: 'KMTS_PROVIDER_UNAVAILABLE',
    rule: 'unavailable',
    providerCode: 'INTERNAL_ERROR',
  },
  {
    mode: 'reject',
    status: 502,
    code: 'KMTS_PROVIDER_UNAVAILABLE',
    rule: 'refused',
    providerCode: 'QUERY_REFUSED',
  },
  {
    mode: 'rate-limited',
    status: 502,
    code: 'KMTS_PROVIDER_RATE_LIMITED',
    rule: 'rateLimit',
    providerCode: 'RATE_LIMITED',
  },
  { mode: 'malformed', status: 502, code: 'KMTS_PROVIDER_RESPONSE_INVALID', rule: 'malformed' },
  { mode: 'invalid-file', status: 502, code: 'KMTS_PROVIDER_RESPONSE_INVALID', rule: 'malformed' },
]

test.each(rows)(
  'the fault $mode leads to $status $code, one call and an entry in the history',
  async ({ mode, status, code, rule, providerCode }) => {
    const { api } = await newShop(system)
    await order(system, mode)
    const calls = await callsAt(system)

    const answer = await ask(api, 'kmv-1')

    expect([answer.status, answer.error?.code]).toEqual([status, code])
    const { verificationId, attemptId, ...rest } = detailOf(answer) ?? {}
    const told = providerCode === undefined ? {} : { errorCode: providerCode }
    expect(rest).toEqual({ field: 'register', rule, retryable: true, ...told })
    expect((await callsAt(system)).filter((id) => !calls.includes(id))).toEqual([attemptId])
    const record = verificationIn(await api.get(`${PATH}/${verificationId}`))
    expect(record).toMatchObject({
      scannedCode: 'KMV-1',
      outcome: 'provider_error',
      isVerified: false,
      status: null,
      source: 'api',
      errorCode: code,
      errorMessage: answer.error?.message,
      retryable: true,
    })
    expect(record.durationMs).toBeGreaterThanOrEqual(status === 504 ? TIMEOUT_MS - 5 : 0)
    expect(listIn(await api.get(`${PATH}?outcome=provider_error`))).toEqual([record])
  },
)

test('a register that does not run is unavailable', async () => {
  const shop = await newShop(system)
  const url = `http://127.0.0.1:${await freePort()}`
  await shop.import({ kind: 'providerAccount', data: { provider: 'kmts', url } })

  const answer = await ask(shop.api, 'KMV-1')

  expect([answer.status, answer.error?.code]).toEqual([502, 'KMTS_PROVIDER_UNAVAILABLE'])
  expect(detailOf(answer)).toMatchObject({ retryable: true })
})

test('the service waits for a slow register up to the limit', async () => {
  const { api } = await newShop(system)
  await order(system, 'slow', { delayMs: TIMEOUT_MS / 4 })
  expect((await ask(api, 'KMV-1')).status).toBe(201)

  await order(system, 'slow', { delayMs: TIMEOUT_MS * 2 })
  expect((await ask(api, 'KMV-1')).status).toBe(504)
})

test('a retry is a new query, even with the same key', async () => {
  const { api } = await newShop(system)
  const key = { 'idempotency-key': 'scan-1' }
  await order(system, 'error')

  const failed = await ask(api, 'KMV-1', key)
  const again = await ask(api, 'KMV-1', key)

  expect([failed.status, again.status]).toEqual([502, 201])
  expect(again.headers['idempotency-hit']).toBeUndefined()
  const made = verificationIn(again)
  expect(made.id).not.toBe(detailOf(failed)?.verificationId)
  expect(listIn(await api.get(PATH)).map(({ outcome }) => outcome)).toEqual([
    'verified',
    'provider_error',
  ])
})
