import { expect, test } from 'vitest'
import { systemForThisFile } from '#test/support/system.ts'
import { type Answer, refusal } from '#test/support/system-client.ts'
import { type Dealer, newDealer } from '#test/support/system-dealer.ts'
import { createdIn, manual, PERSON } from '#test/support/vouchers.ts'

// What public reports say of other systems, tried here; docs/testing.md has their numbers.

const system = systemForThisFile()

type Api = Dealer['api']

const postRaw = (api: Api, path: string, body: string | Buffer): Promise<Answer> =>
  api.send({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body,
  })

const notJson = [400, 'VALIDATION_FAILED', [expect.objectContaining({ rule: 'json' })]]

test.each([
  ['jsoncpp #205: a key twice', `{"data":{"idNo":"${PERSON}","idNo":"${PERSON}"}}`],
  [
    'gnatcoll-core #3: the second of two roles',
    `{"data":{"source":"manual","idNo":"${PERSON}","amount":1,"isDraft":true,"isDraft":false}}`,
  ],
  [
    'circe #1130: a key twice, one written with an escape',
    '{"data":{"amount":1,"\\u0061mount":2}}',
  ],
  ['lift #1040: a key twice outside the data', '{"data":{},"data":{}}'],
])('%s', async (_report, body) => {
  const { api } = await newDealer(system)
  expect(refusal(await postRaw(api, '/v1/expenses', body))).toEqual(notJson)
})

test.each([
  ['ruby/json #1069: half a pair at the end', '"Ay\\ud83d"'],
  ['json-parser #184: the halves in the wrong order', '"\\uDC00\\uD800"'],
  ['json-parser #184: a pair split by a blank', '"\\uD83D \\uDE00"'],
])('%s', async (_report, name) => {
  const { api } = await newDealer(system)
  const body = `{"data":{"idNo":"${PERSON}","nameSurname":${name}}}`
  expect(refusal(await postRaw(api, '/v1/customers', body))).toEqual([
    400,
    'VALIDATION_FAILED',
    [{ field: 'data.nameSurname', rule: 'pattern' }],
  ])
})

test('jackson-core #363: a surrogate written in three bytes', async () => {
  const { api } = await newDealer(system)
  const [before, after] = [`{"data":{"idNo":"${PERSON}","nameSurname":"`, '"}}']
  const body = Buffer.concat([
    Buffer.from(before),
    Buffer.from([0xed, 0xa0, 0x80]),
    Buffer.from(after),
  ])
  expect((await postRaw(api, '/v1/customers', body)).status).toBe(400)
})

test.each([
  ['tornado #2908: a number of 19 digits', '1285704473650888702'],
  ['jsonata #599: digits behind the sixteenth', '12000.000000000000000001'],
  ['nodejs/help #1637: one above what a float holds', '9007199254740993'],
])('%s', async (_report, amount) => {
  const { api } = await newDealer(system)
  const body = `{"data":{"source":"manual","idNo":"${PERSON}","amount":${amount}}}`
  expect(refusal(await postRaw(api, '/v1/expenses', body))).toEqual([
    400,
    'VALIDATION_FAILED',
    [expect.objectContaining({ field: 'data.amount' })],
  ])
})

test.each([
  ['meinheld #32: no hexadecimal digits', '%XY'],
  ['yarl #517: the beginning of a character', '%f0%9f%90'],
  ['netdata #6426: a slash in two bytes', '%c0%af'],
  ['jetty #7073: windows-1254', '%DDbrahim'],
  ['got #1834: one byte', '%cf'],
])('%s', async (_report, text) => {
  const { api } = await newDealer(system)
  for (const path of ['/v1/customers/check?nameSurname=', '/v1/customers?q=']) {
    expect((await api.get(`${path}${text}`)).status).toBe(400)
  }
})

test.each([
  ['openstreetmap-website #4538: invisible characters', 'KA\u200bPI'],
  ['bytebase #18943: a letter of another script', 'KАPI'],
  ['wasp #4698: letters and marks', 'S\u0327UBE', '\u015eUBE'],
  ['home-assistant/architecture #301: compatibility forms', 'ＫＡＰＩ'],
])('%s', async (_report, spelled, other = 'KAPI') => {
  const { api } = await newDealer(system)
  const post = (serial: string, amount: number) =>
    api.post('/v1/expenses', manual({ serial, number: '1', amount }))
  const { id: existingId } = createdIn(await post(other, 100))
  expect(refusal(await post(spelled, 200))).toEqual([
    409,
    'CONFLICT',
    [{ field: 'data.number', rule: 'duplicate', existingId }],
  ])
})

test.each([
  ['opencrvs-core #10644: the year 0', '0000-01-01'],
  ['SparkDevNetwork/Rock #1458: a birthday to come', '2999-01-01'],
  ['blockchain-wallet-v4-frontend #4771: a day of four zeros', '0000-00-00'],
])('%s', async (_report, birthday) => {
  const { api } = await newDealer(system)
  const form = { idNo: PERSON, nameSurname: 'Ayşe Yılmaz', birthday }
  expect(refusal(await api.post('/v1/customers', form))).toEqual([
    400,
    'VALIDATION_FAILED',
    [{ field: 'data.birthday', rule: 'format' }],
  ])
})

test('apache/commons-validator #380: digits of another script in a checked number', async () => {
  const { api } = await newDealer(system, { expense: { identityValidationRequired: true } })
  expect(refusal(await api.post('/v1/expenses', manual({ idNo: '１００００００0146' })))).toEqual([
    400,
    'VALIDATION_FAILED',
    [{ field: 'data.idNo', rule: 'format' }],
  ])
})
