import { expect, test } from 'vitest'
import { httpBankGateway } from '#command/providers/bank-gateway/http.ts'
import { silentLogger as logger } from '#kernel/platform/process/logger.ts'
import { sandboxForThisTest } from '#test/support/running-sandbox.ts'

const LONG_AGO = '2026-01-01T00:00:00.000Z'
const requestId = '0b7f5a52-8f6e-4b58-9f39-0d5f3d2b6a01'
const { signal } = new AbortController()

const transaction = (stamp: string) => ({
  stamp,
  incoming: true,
  transactionDate: '2020-02-29T10:00:00Z',
  amount: 12.5,
  currency: 'TRY',
})

async function sandbox({ timeoutMs } = { timeoutMs: 5_000 }) {
  const { state, url } = await sandboxForThisTest()
  const gateway = httpBankGateway({ url, timeoutMs, logger })
  const now = () => new Date().toISOString()
  const ask = async (page = 1, { from = LONG_AGO, to = now(), accountRef = 'GARANTI/1' } = {}) =>
    gateway.page({ accountRef, from, to, page, login: undefined, requestId, signal })
  const book = (...stamps: readonly string[]) =>
    state.bankTransactions.add('GARANTI/1', stamps.map(transaction))
  return { state, ask, book }
}

test('booked transactions are returned page by page, and again when they are booked again', async () => {
  const { ask, book } = await sandbox()
  const stamps = Array.from({ length: 201 }, (_, index) => `S${index}`)
  book(...stamps)
  const pages = [await ask(1), await ask(2), await ask(3), await ask(4)]
  const reported = pages.map((page) =>
    page.kind === 'answered' ? [page.bookings.length, page.isLast] : page.reason,
  )

  expect(reported).toEqual([
    [100, false],
    [100, false],
    [1, true],
    [0, true],
  ])
  const all = pages.flatMap((page) =>
    page.kind === 'answered'
      ? page.bookings.flatMap((booking) => (booking.kind === 'read' ? [booking.transaction] : []))
      : [],
  )
  expect(all.map(({ stamp }) => stamp)).toEqual(stamps)
  expect(all[0]).toMatchObject({ amount: '12.5', transactionDate: '2020-02-29T10:00:00.000Z' })
})

test('a window returns what was booked within it, whenever the transaction happened', async () => {
  const { ask, book } = await sandbox()
  book('A')
  const to = '2026-01-02T00:00:00.000Z'

  expect(await ask(1)).toMatchObject({ bookings: [{ transaction: { stamp: 'A' } }] })
  expect(await ask(1, { to })).toMatchObject({ bookings: [], isLast: true })
  expect(await ask(1, { accountRef: 'GARANTI/2' })).toMatchObject({ bookings: [] })
})

test.each([
  ['timeout', 'timeout'],
  ['accept-then-timeout', 'timeout'],
  ['reject-then-timeout', 'timeout'],
  ['error', 'unavailable'],
  ['reject', 'refused'],
  ['quota', 'refused'],
  ['malformed', 'unreadable'],
  ['invalid-file', 'unreadable'],
  ['rate-limited', 'rateLimited'],
] as const)('the fault %s is understood as %s', async (mode, reason) => {
  const { state, ask } = await sandbox({ timeoutMs: 1_000 })
  state.faults.order({ operation: 'bank.transactions', mode, times: 1, delayMs: 0 })

  expect(await ask()).toMatchObject({ kind: 'failed', reason })
  expect(await ask()).toMatchObject({ kind: 'answered' })
  expect(state.calls.list('bank.transactions')).toMatchObject([{ requestId }, { requestId }])
})
