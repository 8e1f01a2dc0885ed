import { expect, test } from 'vitest'
import { systemForThisFile } from '#test/support/system.ts'
import { type Api, apiAt, basic, refusal } from '#test/support/system-client.ts'
import { type Dealer, newDealer } from '#test/support/system-dealer.ts'
import { ANY_ID, manual } from '#test/support/vouchers.ts'
import { within } from '#test/support/within.ts'

const system = systemForThisFile()

const unauthorized = [401, 'AUTH_INVALID_CREDENTIALS', []]
const forbidden = [403, 'AUTH_FORBIDDEN', []]

const calls = (api: Api) => [
  api.get('/v1/expenses'),
  api.get('/v1/expenses/templates'),
  api.get(`/v1/expenses/${ANY_ID}`),
  api.post('/v1/expenses', manual()),
  api.post('/v1/expenses/preview', manual()),
  api.delete(`/v1/expenses/${ANY_ID}`),
]

const answersTo = async (api: Api) => (await Promise.all(calls(api))).map(refusal)

const six = <T>(value: T): readonly T[] => Array.from({ length: 6 }, () => value)

test('a key with that right alone is enough', async () => {
  const { api } = await newDealer(system, { key: { rights: ['expenses'] } })

  expect((await api.post('/v1/expenses', manual())).status).toBe(201)
  expect((await api.get('/v1/expenses')).meta?.total).toBe(1)
})

test.each([
  { change: 'a key that is disabled', kind: 'apiKey', data: { status: false } },
  {
    change: 'a key that got another secret',
    kind: 'apiKey',
    data: { secretKey: 'another one of some length' },
  },
  { change: 'a key that lost the right', kind: 'apiKey', data: { rights: ['invoices'] } },
  { change: 'a company that became passive', kind: 'company', data: { status: false } },
])('$change is refused within a second of the import', async ({ kind, data }) => {
  const dealer = await newDealer(system)
  expect((await dealer.api.get('/v1/expenses')).status).toBe(200)
  expect((await dealer.api.post('/v1/expenses', manual())).status).toBe(201)

  await dealer.import({ kind, data: { ...sameAgain(dealer, kind), ...data } })

  const refused = kind === 'apiKey' && 'rights' in data ? forbidden : unauthorized
  await within(1_000, async () => expect(await answersTo(dealer.api)).toEqual(six(refused)))
})

const encoded = (bytes: string | readonly number[]) => Buffer.from(bytes).toString('base64')

test.each([
  { what: 'nothing', authorization: 'Basic' },
  { what: 'nothing but a blank', authorization: 'Basic ' },
  { what: 'no base64', authorization: 'Basic !!!!' },
  { what: 'no colon', authorization: `Basic ${encoded('a')}` },
  { what: 'no user', authorization: `Basic ${encoded(':secret')}` },
  { what: 'control characters', authorization: `Basic ${encoded('no\0body:sec\0ret')}` },
  { what: 'no UTF-8', authorization: `Basic ${encoded([0xff, 0xfe, 0x3a, 0xc0])}` },
  { what: 'very much', authorization: `Basic ${'QUJD'.repeat(2_000)}` },
  { what: 'a token', authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
  { what: 'words', authorization: 'basic basic basic' },
  { what: 'another scheme', authorization: 'Digest username="demo"' },
  { what: 'a name that objects have', authorization: `Basic ${encoded('__proto__:x')}` },
])('credentials that are $what are refused', async ({ authorization }) => {
  const nobody = apiAt(system.baseUrl)

  for (const [method, path] of [
    ['GET', '/v1/expenses'],
    ['POST', '/v1/expenses'],
  ] as const) {
    const answer = await nobody.send({ method, path, headers: { authorization } })
    expect(refusal(answer)).toEqual(unauthorized)
  }
})

test('the scheme is case-insensitive, and a secret may contain colons and any letters', async () => {
  const secretKey = 'ş:ifre:çok gizli ve uzun bir söz'
  const { credentials } = await newDealer(system, { key: { secretKey } })
  const authorization = basic({ ...credentials, secretKey }).replace('Basic', 'BASIC')

  const answer = await apiAt(system.baseUrl).get('/v1/expenses', { authorization })

  expect(answer.status).toBe(200)
})

/** A line that changes one thing repeats all the others. */
const sameAgain = ({ companyId, credentials }: Dealer, kind: string) =>
  kind === 'company'
    ? { id: companyId, companyId: undefined, title: 'Kapalıçarşı Sarraf', taxNumber: '4840847211' }
    : { ...credentials, validUntil: '2099-01-01T00:00:00Z' }
