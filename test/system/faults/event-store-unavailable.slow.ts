// @module-tag one-node

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { eventStoreUrl } from '#test/support/event-store-url.ts'
import { faultyNetworkForThisTest } from '#test/support/faulty-network.ts'
import { readyWithin } from '#test/support/ready.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { apiAt, refusal } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'
import { countedMs } from '#test/support/within.ts'

const system = systemForThisFile()

const TIMEOUT_MS = 4_000

const portOf = (url: string) => Number(new URL(url.replace('esdb:', 'http:')).port)

async function serviceBehindNetwork() {
  const network = await faultyNetworkForThisTest(portOf(system.eventStoreUrl))
  const service = await anotherCommandService(system, {
    EVENTSTORE_URL: eventStoreUrl(network.port),
    EVENTSTORE_TIMEOUT_MS: String(TIMEOUT_MS),
  })
  await readyWithin(service.url, 10_000)
  const { credentials } = await newDealer(system)
  return { network, api: apiAt(service.url, credentials, { mayFail: true }) }
}

test('while the event store does not answer, a write is 503 with Retry-After, and its repetition finds the outcome', async () => {
  const { network, api } = await serviceBehindNetwork()
  const headers = { 'idempotency-key': randomUUID() }
  const create = () => api.post('/v1/expenses', manual({ amount: 4_711 }), headers)

  network.holdAnswers()
  const refused = await create()
  network.heal()
  const passedMs = countedMs()
  let answer = await create()
  while (answer.status !== 201) {
    expect([answer.status, answer.error?.code]).toSatisfy(
      ([status, code]) => status === 503 || (status === 409 && code === 'CONFLICT'),
    )
    answer = await create()
  }

  expect(refusal(refused).slice(0, 2)).toEqual([503, 'INTERNAL_ERROR'])
  expect(refused.headers['retry-after']).toMatch(/^\d+$/)
  const { id } = createdIn(answer)
  expect(createdIn(await create()).id).toBe(id)
  expect(passedMs()).toBeLessThan(2 * TIMEOUT_MS)
})

test('once the event store is back, the first write succeeds', async () => {
  const { network, api } = await serviceBehindNetwork()
  network.freeze()
  const refused = await api.post('/v1/expenses', manual({ amount: 4_712 }))
  expect(refused.status).toBe(503)

  network.heal()

  const answer = await api.post('/v1/expenses', manual({ amount: 4_713 }))
  expect(answer.status).toBe(201)
})

test('a write of several appends, each of them late, ends within the time of one request', async () => {
  const { network, api } = await serviceBehindNetwork()
  network.delay(1_200)
  const passedMs = countedMs()

  const answer = await api.post('/v1/expenses', manual({ amount: 4_714 }))

  expect(answer.status).toBe(503)
  expect(passedMs()).toBeLessThan(2 * TIMEOUT_MS)
})
