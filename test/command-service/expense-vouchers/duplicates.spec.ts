import { expect, test } from 'vitest'
import { systemForThisFile } from '#test/support/system.ts'
import { refusal } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { createdIn, detailIn, fromBank, manual, OTHER_PERSON } from '#test/support/vouchers.ts'

const system = systemForThisFile()

test('the same day, identity and amount again is a conflict that names the first voucher', async () => {
  const { api } = await newDealer(system)
  const day = { transactionDate: '2026-11-20T09:00:00Z' }
  const first = createdIn(await api.post('/v1/expenses', manual(day)))

  const second = await api.post(
    '/v1/expenses',
    manual({ transactionDate: '2026-11-20T15:00:00Z', isDraft: true }),
  )

  expect(refusal(second)).toEqual([
    409,
    'CONFLICT',
    [{ field: 'data.idNo', rule: 'duplicate', existingId: first.id }],
  ])
})

test('another day, another person, another amount or another company is no duplicate', async () => {
  const dealer = await newDealer(system)
  const other = await newDealer(system)
  const day = { transactionDate: '2026-11-20T09:00:00Z' }
  await dealer.api.post('/v1/expenses', manual(day))

  const answers = [
    await dealer.api.post('/v1/expenses', manual({ transactionDate: '2026-11-21T09:00:00Z' })),
    await dealer.api.post('/v1/expenses', manual({ ...day, idNo: OTHER_PERSON })),
    await dealer.api.post('/v1/expenses', manual({ ...day, amount: 65_559.96 })),
    await other.api.post('/v1/expenses', manual(day)),
  ]

  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
})

test('the day is the one in the company’s time zone', async () => {
  const { api } = await newDealer(system)
  // 23:30 and 00:30 in Istanbul, on the same day in UTC.
  await api.post('/v1/expenses', manual({ transactionDate: '2026-11-20T20:30:00Z' }))

  const nextDay = await api.post(
    '/v1/expenses',
    manual({ transactionDate: '2026-11-20T21:30:00Z' }),
  )
  const sameDay = await api.post(
    '/v1/expenses',
    manual({ transactionDate: '2026-11-20T20:59:59Z' }),
  )

  expect([nextDay.status, sameDay.status]).toEqual([201, 409])
})

test('a deleted draft is gone at once and frees its day and its transaction', async () => {
  const dealer = await newDealer(system)
  const transactionId = await dealer.transaction()
  const request = fromBank(transactionId, { isDraft: true })
  const draft = createdIn(await dealer.api.post('/v1/expenses', request))

  const deleted = await dealer.api.delete(`/v1/expenses/${draft.id.toUpperCase()}`)

  expect(deleted).toMatchObject({ status: 200, data: { id: draft.id, deleted: true } })
  expect(deleted.headers['x-event-position']).toMatch(/^\d+$/)
  const gone = [404, 'RESOURCE_NOT_FOUND', []]
  expect(refusal(await dealer.api.get(`/v1/expenses/${draft.id}`))).toEqual(gone)
  expect(refusal(await dealer.api.delete(`/v1/expenses/${draft.id}`))).toEqual(gone)
  expect((await dealer.api.get('/v1/expenses')).meta?.total).toBe(0)
  expect((await dealer.api.post('/v1/expenses', fromBank(transactionId))).status).toBe(201)
})

test('a finalized voucher cannot be deleted', async () => {
  const { api } = await newDealer(system)
  const { id } = createdIn(await api.post('/v1/expenses', manual()))

  expect(refusal(await api.delete(`/v1/expenses/${id}`))).toEqual([409, 'CONFLICT', []])
  expect(detailIn(await api.get(`/v1/expenses/${id}`)).isFinalized).toBe(true)
})

test('a malformed id is refused, an unknown one is not found', async () => {
  const { api } = await newDealer(system)
  const pattern = [400, 'VALIDATION_FAILED', [{ field: 'id', rule: 'pattern' }]]

  for (const id of ['1', '65f00000000000000000000g', 'a'.repeat(10_000)]) {
    expect(refusal(await api.get(`/v1/expenses/${id}`))).toEqual(pattern)
    expect(refusal(await api.delete(`/v1/expenses/${id}`))).toEqual(pattern)
  }
  expect(refusal(await api.delete(`/v1/expenses/${'0'.repeat(24)}`))).toEqual([
    404,
    'RESOURCE_NOT_FOUND',
    [],
  ])
})
