import { expect, test } from 'vitest'
import { httpBankGateway } from '#command/providers/bank-gateway/http.ts'
import { freePort } from '#stack/free-port.ts'
import { serveForThisTest } from '#test/support/upstream.ts'

const order = {
  accountRef: 'a/../b?c=ü&d',
  from: '2026-11-13T09:45:00.000Z',
  to: '2026-11-20T09:45:00.000Z',
  page: 2,
  login: undefined,
  requestId: '0b7f5a52-8f6e-4b58-9f39-0d5f3d2b6a01',
  signal: new AbortController().signal,
}

const least = {
  islNo: ' A-1 ',
  brcAlc: 'B',
  islGrckZaman: '2026-11-20T12:41:07.5+03:00',
  islTtr: '0.10',
  prBrm: 'try',
}

/** A gateway that answers this, and tells what it was asked. */
async function gatewayAnswering(body: unknown, status = 200) {
  const asked: URL[] = []
  const url = await serveForThisTest((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://gateway'))
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  const gateway = httpBankGateway({ url, timeoutMs: 2_000 })
  return { asked, page: () => gateway.page(order) }
}

const pageOf = (transaction: object, changes: object = {}) => ({
  hspRef: order.accountRef,
  syfNo: 2,
  sonSyf: false,
  islemler: [{ ...least, ...transaction }],
  ...changes,
})

test('a page is requested with the standard’s parameter names, for any account name', async () => {
  const { asked, page } = await gatewayAnswering(pageOf({}))
  await page()

  expect(asked.map(({ pathname }) => pathname)).toEqual(['/bank/transactions'])
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
    hspRef: order.accountRef,
    hesapIslemBslTrh: order.from,
    hesapIslemBtsTrh: order.to,
    syfNo: '2',
    syfKytSayi: '100',
  })
})

test('a minimal transaction is read, and missing values are null', async () => {
  const blank = { krsMskUnvan: '  ', islAcklm: 'a\u0000b\u0007\n\uD800', bnkKod: null }
  const { page } = await gatewayAnswering(pageOf(blank))

  expect(await page()).toEqual({
    kind: 'answered',
    isLast: false,
    transactions: [
      {
        stamp: 'A-1',
        incoming: false,
        transactionDate: '2026-11-20T09:41:07.500Z',
        amount: '0.1',
        currency: 'TRY',
        exchangeRate: null,
        balance: null,
        bankCode: null,
        code: null,
        idNo: null,
        nameSurname: null,
        iban: null,
        description: 'ab\n\uFFFD',
        comment: null,
        fundsNature: null,
      },
    ],
  })
})

test('money is never parsed as a number, however large it is', async () => {
  const { page } = await gatewayAnswering(
    pageOf({ islTtr: '999999999999.99', gnclBky: '-999999999999.99', dvzKur: '41.25031000' }),
  )
  expect(await page()).toMatchObject({
    transactions: [
      { amount: '999999999999.99', balance: '-999999999999.99', exchangeRate: '41.25031' },
    ],
  })
})

test.each<[string, object, object?]>([
  ['an amount that is a number', { islTtr: 10 }],
  ['an amount of nothing', { islTtr: '0.00' }],
  ['an amount below nothing', { islTtr: '-5' }],
  ['an amount with three decimals', { islTtr: '1.005' }],
  ['an amount beyond the limit', { islTtr: '1000000000000' }],
  ['an amount in other words', { islTtr: '1e3' }],
  ['a balance with three decimals', { gnclBky: '1.005' }],
  ['a rate of nothing', { dvzKur: '0' }],
  ['no stamp', { islNo: ' ' }],
  ['a stamp without end', { islNo: 'x'.repeat(501) }],
  ['another direction', { brcAlc: 'C' }],
  ['a moment without a zone', { islGrckZaman: '2026-11-20T09:41:07' }],
  ['no currency', { prBrm: '' }],
  ['another account', {}, { hspRef: 'other' }],
  ['another page', {}, { syfNo: 1 }],
  ['no end', {}, { sonSyf: undefined }],
  ['more than a page holds', {}, { islemler: Array.from({ length: 101 }, () => least) }],
])('%s makes the page unreadable', async (_what, transaction, changes) => {
  const { page } = await gatewayAnswering(pageOf(transaction, changes))
  expect(await page()).toEqual({ kind: 'failed', reason: 'unreadable', providerError: null })
})

test.each([
  [503, { code: 'DOWN', message: 'Later.' }, 'unavailable', 'DOWN'],
  [429, { code: 'SLOWER', message: 'Later.' }, 'rateLimited', 'SLOWER'],
  [401, '?', 'refused', undefined],
  [404, { code: 'NO_ACCOUNT', message: 'None.' }, 'refused', 'NO_ACCOUNT'],
  [404, '?', 'unreadable', undefined],
  [302, { code: 'MOVED', message: 'There.' }, 'unreadable', undefined],
])('an answer %i %j is %s', async (status, body, reason, code) => {
  const { page } = await gatewayAnswering(body, status)
  const failure = await page()
  expect(failure).toMatchObject({ kind: 'failed', reason })
  expect(failure.kind === 'failed' ? failure.providerError?.code : '').toBe(code)
})

test('a refused connection and an aborted wait are reported as such', async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  const gateway = httpBankGateway({ url, timeoutMs: 2_000 })
  expect(await gateway.page(order)).toMatchObject({ reason: 'unavailable' })
  const signal = AbortSignal.abort()
  expect(await gateway.page({ ...order, signal })).toMatchObject({ reason: 'interrupted' })
})
