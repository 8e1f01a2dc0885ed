// @module-tag embedded-parts

import { expect, test, vi } from 'vitest'
import { anotherPostgresForThisTest } from '#test/support/another-postgres.ts'
import { faultyNetworkForThisTest } from '#test/support/faulty-network.ts'
import { placeForStacks } from '#test/support/running-stack.ts'
import { apiAt } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { createdIn, idsOf, manual } from '#test/support/vouchers.ts'

/** No answer, also none of failure, takes longer. */
const ANSWERED_WITHIN_MS = 25_000
const WELL_WITHIN_MS = 90_000

test('a proxy that has forgotten all connections holds up no process for minutes', async () => {
  const databaseUrl = new URL(await anotherPostgresForThisTest())
  const network = await faultyNetworkForThisTest(Number(databaseUrl.port))
  databaseUrl.port = String(network.port)
  const place = await placeForStacks()
  const stack = await place.start({
    DEMO: 'false',
    WEBHOOKS: 'true',
    DATABASE_URL: databaseUrl.href,
  })
  const { credentials } = await newDealer(await place.addresses())
  const api = apiAt(stack.baseUrl, credentials)
  const before = createdIn(await api.post('/v1/expenses', manual()))

  network.freezeOpen()
  const frozenAt = performance.now()
  const key = { 'idempotency-key': crypto.randomUUID() }
  async function tried() {
    const sentAt = performance.now()
    const answer = await api.post('/v1/expenses', manual({ allowDuplicate: true }), key)
    expect(performance.now() - sentAt).toBeLessThan(ANSWERED_WITHIN_MS)
    expect([201, 409, 503]).toContain(answer.status)
    return answer
  }
  let answer = await tried()
  while (answer.status !== 201) answer = await tried()
  const written = [before.id, createdIn(answer).id].toSorted()
  await vi.waitFor(async () => expect((await idsOf(api)).toSorted()).toEqual(written), {
    timeout: WELL_WITHIN_MS,
    interval: 200,
  })
  expect(performance.now() - frozenAt).toBeLessThan(WELL_WITHIN_MS)
}, 240_000)
