import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { listVouchers, VoucherContent } from '#kernel/contract/expense-vouchers.ts'
import { cover } from '#test/support/cover.ts'
import { systemForThisFile } from '#test/support/system.ts'
import type { RawRequest } from '#test/support/system-client.ts'
import { type Dealer, newDealer } from '#test/support/system-dealer.ts'
import { createdIn, detailIn, fromBank, manual, PERSON } from '#test/support/vouchers.ts'

// The client itself holds every answer against the contract: a 500, or an answer of another shape,
// fails the property.

const system = systemForThisFile({ READ_WAIT_MS: '50' })

let dealer: Dealer
let transactions: readonly string[] = []
beforeAll(async () => {
  dealer = await newDealer(system, { eDocument: { enabled: true, environment: 'test' } })
  transactions = [await dealer.transaction(), await dealer.transaction()]
})

const RUNS = 250

const anyText = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\uD800',
    'İıŞ',
    "' or 1=1 --",
    '__proto__',
    '1e400',
    '-0',
    'null',
  ),
  fc.string({ minLength: 480, maxLength: 520 }),
)

const anyNumber = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, -0, 0.001, 0.01, 1e-8, 1e21, 999_999_999_999.99, Number.MAX_VALUE, 5e-324),
)

const anyDate = fc.oneof(
  fc.date().map(String),
  fc.constantFrom(
    '0001-01-01',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59Z',
    '9999-12-31T23:59:59.999-12:00',
    '2026-11-20T24:00:00Z',
    '2026-11-20T10:00:00.123456789Z',
    '2026-02-30',
  ),
)

const anyValue = fc.oneof(anyText, anyNumber, anyDate, fc.jsonValue({ maxDepth: 4 }))

/** Now and then something right, so that requests get past the first checks. */
const plausible: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  source: fc.constantFrom('manual', 'bankTransaction'),
  idNo: fc.constantFrom(PERSON, '11111111111', '1'),
  bankTransactionId: fc.nat(1).map((index) => transactions[index]),
  amount: fc.oneof(
    fc
      .double({ min: 0.01, max: 999_999_999_999, noNaN: true })
      .map((value) => Number(value.toFixed(2))),
    anyNumber,
  ),
  templateKey: fc.constantFrom('has-altin', 'hurda-22', 'platin', 'none'),
  exchanges: anyNumber,
  serial: fc.oneof(fc.constantFrom('GP', 'X', '%'), anyText),
  number: fc.oneof(fc.constantFrom('1', '007', '999999999999999', '0'), anyText),
  transactionDate: anyDate,
  customerInfo: fc.oneof(
    fc.record({ nameSurname: anyText, address: anyText }, { requiredKeys: [] }),
    fc.dictionary(anyText, anyValue, { maxKeys: 4 }),
  ),
  isSwap: fc.boolean(),
  isDraft: fc.boolean(),
  allowDuplicate: fc.boolean(),
}

const usual = fc.oneof(
  fc
    .integer({ min: 100, max: 9_000_000 })
    .map((amount) => manual({ amount, isDraft: amount % 2 === 0 })),
  plausible['bankTransactionId']?.map((id) => fromBank(String(id))) ?? fc.constant(manual()),
)

/** Fields that may well be right. */
const likely = fc.record(plausible, { requiredKeys: [] })

/** Fields that are hardly ever right. */
const unlikely = fc.dictionary(
  fc.oneof(fc.constantFrom(...Object.keys(VoucherContent.properties)), anyText),
  anyValue,
  { maxKeys: 3 },
)

/** Most are nearly right, so that they get past the first checks. */
const request = fc
  .tuple(
    usual,
    fc.oneof(fc.constant({}), likely),
    fc.oneof(fc.constant({}), fc.constant({}), unlikely),
  )
  .map(([data, more, odd]) => Object.assign(tidied({ ...data, ...more }), odd))

const body = fc.oneof(
  { weight: 8, arbitrary: request.map((data) => JSON.stringify({ data })) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
)

const headerText = fc.stringMatching(/^[\x20-\x7E\xA0-\xFF]{0,40}$/)

const headers = fc.record(
  {
    'content-type': fc.oneof(
      { weight: 9, arbitrary: fc.constant('application/json') },
      { weight: 1, arbitrary: headerText },
    ),
    'x-request-id': fc.oneof(fc.uuid(), headerText),
    'idempotency-key': headerText,
    'x-min-event-position': fc.oneof(fc.nat().map(String), headerText),
    'user-agent': headerText,
    'x-forwarded-for': headerText,
    accept: headerText,
    'accept-encoding': headerText,
  },
  { requiredKeys: ['content-type'] },
)

const writing: fc.Arbitrary<RawRequest> = fc.record({
  method: fc.constant('POST'),
  path: fc.constantFrom('/v1/expenses', '/v1/expenses', '/v1/expenses/preview'),
  headers,
  body,
})

const parameter = fc.tuple(
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...Object.keys(listVouchers.query.properties)) },
    { weight: 1, arbitrary: anyText },
  ),
  fc.oneof(
    fc.constantFrom('true', '1', '25', 'amount:desc', 'manual', 'paper', 'GP', PERSON),
    anyText,
    anyDate,
    anyNumber.map(String),
  ),
)

const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

/** Half of it written as it should be, half of it raw. */
const query = fc.oneof(
  fc
    .array(parameter, { maxLength: 5 })
    .map((pairs) => pairs.map((pair) => pair.map(encoded).join('=')).join('&')),
  fc.stringMatching(/^[!$-;=?-~]{0,60}$/),
)

const segment = fc.oneof(
  anyText.map(encoded),
  fc.stringMatching(/^[0-9a-fA-F]{24}$/),
  fc.stringMatching(/^[!$-.0-;=@-~]{1,40}$/),
)

const reading: fc.Arbitrary<RawRequest> = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'DELETE'),
  path: fc
    .tuple(
      fc.constantFrom('/v1/expenses', '/v1/expenses/templates', '/v1/expenses/'),
      segment,
      query,
    )
    .map(([start, id, rest]) => `${start}${start.endsWith('/') ? id : ''}?${rest}`),
  headers: headers.map(({ 'content-type': _unsent, ...others }) => others),
})

const credentials: fc.Arbitrary<RawRequest> = fc.record({
  method: fc.constantFrom('GET', 'POST'),
  path: fc.constant('/v1/expenses'),
  headers: fc
    .oneof(
      headerText,
      fc
        .uint8Array({ maxLength: 60 })
        .map((bytes) => `Basic ${Buffer.from(bytes).toString('base64')}`),
      anyText.map((text) => `Basic ${Buffer.from(`${text}:${text}`).toString('base64')}`),
    )
    .map((authorization) => ({ authorization })),
})

test.each([
  { what: 'bodies', requests: writing, runs: RUNS, statuses: ['201', '400'] },
  { what: 'paths and queries', requests: reading, runs: RUNS, statuses: ['200', '400', '404'] },
  { what: 'credentials', requests: credentials, runs: RUNS / 10, statuses: ['401'] },
])('for any $what, every response follows the contract', async ({ requests, runs, statuses }) => {
  const cases = cover(...statuses)
  await cases.assert(
    fc.asyncProperty(requests, async (raw) => {
      const { status } = await dealer.api.send(raw)
      expect(status).toBeLessThan(500)
      cases.count(`${status}`, statuses.includes(`${status}`))
    }),
    { numRuns: runs, atLeast: 3 },
  )
})

test('afterwards the service still writes and reads', async () => {
  const { id } = createdIn(await dealer.api.post('/v1/expenses', manual({ amount: 123.45 })))
  const shown = () => dealer.api.get(`/v1/expenses/${id}`)
  // A write waits here for the read models as shortly as a read does.
  await expect.poll(async () => (await shown()).status).toBe(200)
  expect(detailIn(await shown()).amount).toBe(123.45)

  const { meta } = await dealer.api.get('/v1/expenses?pageSize=1')
  for (let page = 1; page <= Math.ceil((meta?.total ?? 0) / 100); page++) {
    expect((await dealer.api.get(`/v1/expenses?pageSize=100&page=${page}`)).status).toBe(200)
  }
  expect(meta?.total).toBeGreaterThan(10)
})

const ofManual = ['amount', 'serial', 'number', 'bankName', 'invoiceNo', 'isSwap']

function tidied(fields: Readonly<Record<string, unknown>>) {
  const foreign = fields['source'] === 'manual' ? ['bankTransactionId'] : ofManual
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !foreign.includes(name)))
}
