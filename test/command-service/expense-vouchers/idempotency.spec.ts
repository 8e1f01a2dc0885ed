import { expect, test } from 'vitest'
import { systemForThisFile } from '#test/support/system.ts'
import { type Answer, type Api, refusal } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { createdIn, type Fields, manual } from '#test/support/vouchers.ts'

const system = systemForThisFile()

const posting =
  (api: Api) =>
  (key: string, fields: Fields = {}) =>
    api.post('/v1/expenses', manual(fields), { 'idempotency-key': key })

const isHit = ({ headers }: Answer) => headers['idempotency-hit']

const field = 'Idempotency-Key'
const usedForAnother = [409, 'CONFLICT', [{ field, rule: 'mismatch' }]]
const inProgress = [409, 'CONFLICT', [{ field, rule: 'inProgress', retryAfter: 2 }]]

test('a repeated request with the same key gets the same response and creates nothing', async () => {
  const { api } = await newDealer(system)
  const post = posting(api)

  const first = await post('voucher-1')
  const again = await post('voucher-1')

  expect(isHit(first)).toBeUndefined()
  expect(isHit(again)).toBe('true')
  expect(again.status).toBe(201)
  expect(createdIn(again)).toEqual(createdIn(first))
  expect(again.headers['x-event-position']).toBe(first.headers['x-event-position'])
  expect(again.requestId).not.toBe(first.requestId)
  expect((await api.get('/v1/expenses')).meta?.total).toBe(1)
})

test('requests with the same meaning are the same request', async () => {
  const { api } = await newDealer(system)
  const key = { 'idempotency-key': 'k' }

  const first = await api.post('/v1/expenses', manual({ nameSurname: 'Ayşe' }), key)
  const again = await api.post(
    '/v1/expenses',
    { nameSurname: ' Ayşe ', isDraft: null, ...manual() },
    key,
  )

  expect(isHit(again)).toBe('true')
  expect(createdIn(again)).toEqual(createdIn(first))
})

test('another request under a key that was used is a conflict', async () => {
  const { api } = await newDealer(system)
  const post = posting(api)
  await post('k')

  expect(refusal(await post('k', { amount: 1 }))).toEqual(usedForAnother)
  expect((await api.get('/v1/expenses')).meta?.total).toBe(1)
})

test('a refused request leaves its key free', async () => {
  const { api } = await newDealer(system)
  const post = posting(api)

  const refused = await post('k', { number: '1' })
  const other = await post('k', { amount: 500 })

  expect([refused.status, other.status]).toEqual([422, 201])
})

test('each company has its own keys', async () => {
  const [one, two] = [await newDealer(system), await newDealer(system)]

  const first = await posting(one.api)('k')
  const second = await posting(two.api)('k')

  expect(isHit(second)).toBeUndefined()
  expect(createdIn(second).id).not.toBe(createdIn(first).id)
})

test('of many concurrent requests with one key one creates, and the others get its response or a conflict', async () => {
  const { api } = await newDealer(system)
  const post = posting(api)

  const answers = await Promise.all(Array.from({ length: 10 }, () => post('k')))

  const made = answers.filter(({ status }) => status === 201)
  const ids = new Set(made.map((answer) => createdIn(answer).id))
  expect(ids.size).toBe(1)
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect(refusal(answer)).toEqual(inProgress)
    expect(answer.headers['retry-after']).toBe('2')
  }
  expect(made.filter((answer) => isHit(answer) === undefined)).toHaveLength(1)
  expect((await api.get('/v1/expenses')).meta?.total).toBe(1)
  expect(isHit(await post('k'))).toBe('true')
})

test('a key may contain any letters', async () => {
  const { api } = await newDealer(system)
  const post = posting(api)

  for (const key of ["'; drop table vault.idempotency; --", 'ü÷ÿ', '..', '%00', '{}']) {
    const fields = { amount: 100, allowDuplicate: true }
    const first = createdIn(await post(key, fields))
    expect(createdIn(await post(key, fields)).id).toBe(first.id)
  }
})

test('endpoints that create nothing ignore a key', async () => {
  const { api } = await newDealer(system)
  const key = { 'idempotency-key': 'k' }
  const draft = createdIn(await api.post('/v1/expenses', manual({ isDraft: true })))

  const preview = await api.post('/v1/expenses/preview', manual({ amount: 5_000 }), key)
  const other = await api.post('/v1/expenses/preview', manual({ amount: 6_000 }), key)
  const deleted = await api.delete(`/v1/expenses/${draft.id}`, key)

  expect([preview.status, other.status, deleted.status]).toEqual([200, 200, 200])
})
