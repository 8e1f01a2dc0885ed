// @module-tag one-node

import { expect, test } from 'vitest'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { apiAt } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { createdIn, idsOf, manual } from '#test/support/vouchers.ts'
import { countedMs } from '#test/support/within.ts'
import { clusterForThisTest, endsOfLeader } from './cluster.ts'
import { eventually } from './support.ts'

const system = systemForThisFile({ READ_WAIT_MS: '5000' })

/** The cluster's own first write, and then four seconds; a caller comes back after one more at the latest. */
const WRITTEN_WITHIN_MS = 5_000

test.each(endsOfLeader)(
  'when the leader %s and the command service ends with it, the next one soon writes',
  async (_how, fail) => {
    const { api, credentials } = await newDealer(system)
    const cluster = await clusterForThisTest(Number(new URL(system.eventStoreUrl).port))
    const [leader, ...others] = cluster.members
    const environment = { EVENTSTORE_URL: cluster.url, EVENTSTORE_TIMEOUT_MS: '2000' }
    const service = await anotherCommandService(system, { EVENTSTORE_URL: cluster.url })
    const first = createdIn(await apiAt(service.url, credentials).post('/v1/expenses', manual()))

    for (const { relay } of others) relay.loseRequests = true
    fail(leader)
    await service.close()
    const next = await anotherCommandService(system, environment)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const voucher = manual({ allowDuplicate: true })
    const write = () => apiAt(next.url, credentials).post('/v1/expenses', voucher, key)
    expect((await write()).status).toBe(503)

    for (const { relay } of others) relay.loseRequests = false
    cluster.bury(leader)
    cluster.elect(others[1])
    const sinceElectionMs = countedMs()
    let answer = await write()
    while (answer.status === 503) answer = await write()

    expect(sinceElectionMs()).toBeLessThan(WRITTEN_WITHIN_MS)
    const written = [first.id, createdIn(answer).id].toSorted()
    await eventually(async () => (await idsOf(api)).toSorted()).toEqual(written)
  },
)
