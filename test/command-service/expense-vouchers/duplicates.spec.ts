import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startDeletion } from '#command/expense-vouchers/delete.ts'
import { voucherRepositories, voucherStream } from '#command/expense-vouchers/repository.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { originOfProcess } from '#kernel/platform/recording/origin.ts'
import { openVault } from '#kernel/platform/vault/vault.ts'
import { systemForThisFile } from '#test/support/system.ts'
import type { Answer } from '#test/support/system-client.ts'
import { refusal } from '#test/support/system-client.ts'
import { type Dealer, newDealer } from '#test/support/system-dealer.ts'
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

test('a request that insists creates a second one', async () => {
  const { api } = await newDealer(system)
  const first = createdIn(await api.post('/v1/expenses', manual()))

  const second = await api.post('/v1/expenses', manual({ allowDuplicate: true }))

  expect(createdIn(second).id).not.toBe(first.id)
})

test('of many concurrent requests one creates a voucher', async () => {
  const { api } = await newDealer(system)

  const answers = await Promise.all(
    Array.from({ length: 8 }, () => api.post('/v1/expenses', manual())),
  )

  const isCreated = ({ status }: Answer) => status === 201
  const [existingId, ...more] = answers.filter(isCreated).map((answer) => createdIn(answer).id)
  expect(more).toEqual([])
  // Who comes before lists show the one is answered that its outcome is not known yet, with its id.
  const refused = answers.filter((answer) => !isCreated(answer)).map(refusal)
  const duplicate = [409, 'CONFLICT', [{ field: 'data.idNo', rule: 'duplicate', existingId }]]
  const unknown = [
    503,
    'INTERNAL_ERROR',
    [{ field: 'data', rule: 'unknown', existingId, retryAfter: 5 }],
  ]
  expect(refused).toHaveLength(7)
  for (const one of refused) expect([duplicate, unknown]).toContainEqual(one)
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

test('the claims of a draft are released even if the process that deleted it died', async () => {
  const dealer = await newDealer(system)
  const transactionId = await dealer.transaction()
  const request = fromBank(transactionId, { isDraft: true })
  const draft = createdIn(await dealer.api.post('/v1/expenses', request))

  await deleteAndDie(dealer, draft.id)

  expect((await dealer.api.post('/v1/expenses/preview', fromBank(transactionId))).status).toBe(200)
  expect((await dealer.api.post('/v1/expenses', fromBank(transactionId))).status).toBe(201)
})

test('a finalized voucher cannot be deleted', async () => {
  const { api } = await newDealer(system)
  const { id } = createdIn(await api.post('/v1/expenses', manual()))

  expect(refusal(await api.delete(`/v1/expenses/${id}`))).toEqual([409, 'CONFLICT', []])
  expect(detailIn(await api.get(`/v1/expenses/${id}`)).isFinalized).toBe(true)
})

test('of two concurrent deletions of a draft one succeeds', async () => {
  const { api } = await newDealer(system)
  const { id } = createdIn(await api.post('/v1/expenses', manual({ isDraft: true })))

  const answers = await Promise.all([1, 2].map(() => api.delete(`/v1/expenses/${id}`)))

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
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

/** Another process deletes a draft and gets no further than the event that says so. */
async function deleteAndDie({ companyId }: Dealer, voucherId: string) {
  const { databases, eventStoreUrl, vaultKey } = system
  const pool = openPool(databases.command, { logger: silentLogger, max: 2, name: 'test' })
  const vault = await openVault(pool, Buffer.from(vaultKey, 'hex'))
  const macs = vault.eventMacs
  const eventStore = connectEventStore({ url: eventStoreUrl, logger: silentLogger, macs })
  try {
    const { vouchers } = voucherRepositories({ eventStore, vault, now: () => Date.now() })
    const doing = { companyId, commandId: randomUUID(), cause: null }
    await vouchers.execute({
      stream: voucherStream(voucherId),
      decision: startDeletion({
        attemptId: '0f9f2c5e-6a70-4a52-9f1f-4fb1a5a6f0a1',
        now: '2026-11-20T09:00:00.000Z',
        deadlineMs: 60_000,
        cooldownMs: 60_000,
      }),
      origin: originOfProcess('test', doing),
    })
  } finally {
    await eventStore.close()
    await pool.end()
  }
}
