import { expect, test } from 'vitest'
import { httpBankGateway } from '#command/providers/bank-gateway/http.ts'
import { silentLogger as logger } from '#kernel/platform/process/logger.ts'
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
const gatewayAnswering = (body: unknown, status = 200) =>
  gatewayWriting(JSON.stringify(body), status)

async function gatewayWriting(body: string | Buffer, status = 200) {
  const asked: URL[] = []
  const url = await serveForThisTest((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://gateway'))
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body)
  })
  const gateway = httpBankGateway({ url, timeoutMs: 2_000, logger })
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
  const blank = { krsMskUnvan: '  ', islAcklm: 'a\u0000b\u0007\n\uD800', bnkKod: null, gnclBky: '' }
  const { page } = await gatewayAnswering(pageOf(blank))

  expect(await page()).toEqual({
    kind: 'answered',
    isLast: false,
    bookings: [
      {
        kind: 'read',
        faults: [],
        source: { text: JSON.stringify({ ...least, ...blank }), encoding: 'utf-8', isCut: false },
        transaction: {
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
      },
    ],
  })
})

test('money is never parsed as a number, however large it is', async () => {
  const { page } = await gatewayAnswering(
    pageOf({ islTtr: '999999999999.99', gnclBky: '-999999999999.99', dvzKur: '41.25031000' }),
  )
  expect(await page()).toMatchObject({
    bookings: [
      {
        transaction: {
          amount: '999999999999.99',
          balance: '-999999999999.99',
          exchangeRate: '41.25031',
        },
      },
    ],
  })
})

test('a booking that cannot be read is one of the page, and costs none of the others', async () => {
  const islemler = [least, { ...least, islTtr: '-5' }, null, { ...least, islNo: 'B' }]
  const { page } = await gatewayAnswering(pageOf({}, { islemler }))
  expect(await page()).toMatchObject({
    bookings: [
      { kind: 'read' },
      { kind: 'unreadable', faults: [{ member: 'islTtr', rule: 'pattern' }] },
      { kind: 'unreadable', faults: [{ member: 'islemler', rule: 'type' }] },
      { kind: 'read', transaction: { stamp: 'B' } },
    ],
  })
})

test('a bank may put more into one page than it was asked for', async () => {
  const islemler = Array.from({ length: 10_000 }, (_, index) => ({ ...least, islNo: `S${index}` }))
  const { page } = await gatewayAnswering(pageOf({}, { islemler }))
  const answer = await page()
  expect(answer.kind === 'answered' ? answer.bookings : []).toHaveLength(10_000)
})

test('a page may begin with a byte order mark, and be laid out for people', async () => {
  const { page } = await gatewayWriting(`\uFEFF${JSON.stringify(pageOf({}), null, 2)}\n`)
  expect(await page()).toMatchObject({ bookings: [{ transaction: { stamp: 'A-1' } }] })
})

const whole = JSON.stringify(pageOf({}))

test.each<[string, string | Buffer]>([
  ['another account', JSON.stringify(pageOf({}, { hspRef: 'other' }))],
  ['another page', JSON.stringify(pageOf({}, { syfNo: 1 }))],
  ['a page as a text', JSON.stringify(pageOf({}, { syfNo: '2' }))],
  ['no end', JSON.stringify(pageOf({}, { sonSyf: undefined }))],
  ['an end as a text', JSON.stringify(pageOf({}, { sonSyf: 'false' }))],
  ['no bookings', JSON.stringify(pageOf({}, { islemler: undefined }))],
  ['one booking without a list', JSON.stringify(pageOf({}, { islemler: least }))],
  ['two ends', whole.replace('{', '{"sonSyf":true,')],
  ['two lists', whole.replace('{', '{"islemler":[],')],
  ['a text that stops', whole.slice(0, -1)],
  ['no text', ''],
  ['a list', JSON.stringify([least])],
  ['null', 'null'],
  ['UTF-16', Buffer.from(whole, 'utf16le')],
  ['a raw line feed within a text', whole.replace('A-1', 'A\n1')],
])('%s makes the page unreadable', async (_what, body) => {
  const { page } = await gatewayWriting(body)
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
  const gateway = httpBankGateway({ url, timeoutMs: 2_000, logger })
  expect(await gateway.page(order)).toMatchObject({ reason: 'unavailable' })
  const signal = AbortSignal.abort()
  expect(await gateway.page({ ...order, signal })).toMatchObject({ reason: 'interrupted' })
})
