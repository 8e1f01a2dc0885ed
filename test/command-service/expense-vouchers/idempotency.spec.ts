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

test('endpoints that create nothing ignore a key', async () => {
  const { api } = await newDealer(system)
  const key = { 'idempotency-key': 'k' }
  const draft = createdIn(await api.post('/v1/expenses', manual({ isDraft: true })))

  const preview = await api.post('/v1/expenses/preview', manual({ amount: 5_000 }), key)
  const other = await api.post('/v1/expenses/preview', manual({ amount: 6_000 }), key)
  const deleted = await api.delete(`/v1/expenses/${draft.id}`, key)

  expect([preview.status, other.status, deleted.status]).toEqual([200, 200, 200])
})
