// @module-tag one-node

import { expect, onTestFinished, test } from 'vitest'
import {
  create,
  fault,
  createdIn as invoiceIn,
  newPerson,
  manual as sale,
  uuidIn,
} from '#test/support/invoices.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { HASTE } from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import type { Answer } from '#test/support/system-client.ts'
import { createdIn, listIn, manual } from '#test/support/vouchers.ts'
import { disturbedService, LOG_TIMEOUT_MS } from './disturbed-service.ts'
import { calling, newShop, type Shop } from './shop.ts'

/** What is unknown stays so for seconds after the answer: enough for an equal request on a busy machine. */
const system = systemForThisFile({ ...HASTE, ATTEMPT_DEADLINE_SECONDS: '4' })
const FROZEN_MS = LOG_TIMEOUT_MS + 1_000
const SETTLED = { timeout: LONGEST_WAIT_MS, interval: 200 }

const invoice = () => sale({ templateKey: 'kulce', idNo: newPerson(), allowDuplicate: true })
const voucher = (fields = {}) =>
  manual({ templateKey: 'alis', idNo: newPerson(), allowDuplicate: true, ...fields })

async function disturbedShop() {
  const sound = await newShop(system)
  const service = await disturbedService(system)
  onTestFinished(() => service.close())
  return { shop: calling(sound, service.url), service }
}

/** The answer to a caller if the log's answer to the append of that event is lost, and all that follow. */
async function unansweredAppend(type: string, work: (shop: Shop) => Promise<Answer>) {
  const { shop, service } = await disturbedShop()
  const answered = Promise.withResolvers<void>()
  const lasts = answered.promise
  const isOver = await service.disturb({ of: 'log', how: 'loseAnswers', at: type, lasts })
  const answer = await work(shop)
  answered.resolve()
  await isOver()
  return { answer, shop }
}

test('an invoice whose outcome is unknown is not made again by an equal request, whose answer says what became of it', async () => {
  const { sound } = await newShop(system)
  const request = invoice()
  await fault(system, 'invoice.submit', 'accept-then-timeout')

  const first = await create(sound, request)
  const again = await create(sound, request)

  const uuid = uuidIn(first)
  expect(first).toMatchObject({ status: 502, error: { code: 'UPSTREAM_ERROR' } })
  expect(first.error?.details[0]).toMatchObject({ field: 'integrator', rule: 'unknown', uuid })
  const existingId = first.error?.details[0]?.existingId
  expect(again).toMatchObject({
    status: 502,
    error: { details: [{ rule: 'unknown', uuid, existingId }] },
  })
  await expect.poll(async () => (await create(sound, request)).status, SETTLED).toBe(409)
})

test('once it is known, the answer names the invoice, and the next equal request makes another one', async () => {
  const { sound } = await newShop(system)
  const request = invoice()
  await fault(system, 'invoice.submit', 'accept-then-timeout')
  const uuid = uuidIn(await create(sound, request))
  const issued = async () => (await sound.get(`/v1/invoices?q=${request['idNo']}`)).meta?.total
  await expect.poll(issued, SETTLED).toBe(1)

  const told = await create(sound, request)
  const another = await create(sound, request)

  expect(told).toMatchObject({
    status: 409,
    error: {
      code: 'CONFLICT',
      details: [
        { field: 'data', rule: 'duplicate', uuid, invoiceNumber: expect.stringMatching(/^KUY/) },
      ],
    },
  })
  expect(invoiceIn(another).uuid).not.toBe(uuid)
  expect(await issued()).toBe(2)
})

test('an invoice that turns out to be refused is made by the next equal request', async () => {
  const { sound } = await newShop(system)
  const request = invoice()
  await fault(system, 'invoice.submit', 'reject-then-timeout')
  expect((await create(sound, request)).status).toBe(502)

  await expect.poll(async () => (await create(sound, request)).status, SETTLED).toBe(201)
  expect((await sound.get(`/v1/invoices?q=${request['idNo']}`)).meta?.total).toBe(1)
})

test('a voucher whose append is in doubt is settled before an equal request goes on', async () => {
  const request = voucher()
  const { answer, shop } = await unansweredAppend('VoucherDrafted', ({ api }) =>
    api.post('/v1/expenses', request),
  )
  expect([answer.status, answer.error?.code]).toEqual([503, 'INTERNAL_ERROR'])
  const [named] = answer.error?.details ?? []
  expect(named).toEqual({ field: 'data', rule: 'unknown', existingId: expect.any(String) })
  expect(answer.headers['retry-after']).toBeUndefined()

  const again = await shop.sound.post('/v1/expenses', request)
  // The append has arrived, though its answer was lost.
  expect(again.error?.details).toMatchObject([
    { field: 'data', rule: 'duplicate', existingId: named?.existingId },
  ])
  const listed = async () =>
    listIn(await shop.sound.get(`/v1/expenses?q=${request['idNo']}`)).map((one) => one.id)
  await expect.poll(listed, SETTLED).toEqual([named?.existingId])
})

test('a deletion whose append is in doubt says to look at the record', async () => {
  const { answer } = await unansweredAppend('DraftDeleted', async ({ api, sound }) => {
    const { id } = createdIn(await sound.post('/v1/expenses', voucher({ isDraft: true })))
    return api.delete(`/v1/expenses/${id}`)
  })
  expect(answer).toMatchObject({
    status: 503,
    error: { details: [{ field: 'id', rule: 'unknown' }] },
  })
  expect(answer.headers['retry-after']).toBeUndefined()
})

test('a write whose service dies is answered as unknown by the gateway', async () => {
  const { shop, service } = await disturbedShop()
  await service.disturb({ of: 'process', at: 'VoucherDrafted' })

  const answer = await shop.api.post('/v1/expenses', voucher())

  expect(answer).toMatchObject({
    status: 503,
    error: { details: [{ field: 'data', rule: 'unknown' }] },
  })
  expect(answer.headers['retry-after']).toBeUndefined()
})

test('while the log is away before anything is sent, an answer promises that nothing was done', async () => {
  const { shop, service } = await disturbedShop()
  const request = voucher()
  await service.disturb({ of: 'log', how: 'freeze', at: 1, lasts: FROZEN_MS })

  const refused = await shop.api.post('/v1/expenses', request)

  expect(refused.headers['retry-after']).toMatch(/^\d+$/)
  expect(refused.error?.details).toMatchObject([{ field: 'request', rule: 'unavailable' }])
  await expect
    .poll(async () => (await shop.api.post('/v1/expenses', request)).status, SETTLED)
    .toBe(201)
  expect((await shop.sound.get(`/v1/expenses?q=${request['idNo']}`)).meta?.total).toBe(1)
})
