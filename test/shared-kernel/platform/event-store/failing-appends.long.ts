// @module-tag one-node

import codes from '@eventstore/db-client/generated/code_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import { expect, test } from 'vitest'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { embeddedNodeForThisTest } from '#test/support/embedded-node.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { apiAt, refusal } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { createdIn, idsOf, manual } from '#test/support/vouchers.ts'
import { countedMs } from '#test/support/within.ts'
import { clusterForThisTest } from './cluster.ts'
import { answering } from './refusals.ts'
import { type Relay, relayForThisTest } from './relay.ts'
import { eventually } from './support.ts'

const system = systemForThisFile({ READ_WAIT_MS: '5000' })

const SOON = { timeout: LONGEST_WAIT_MS, interval: 100 }

const { Code } = codes
const timeout = { name: 'event_store.client.Timeout', message: 'event_store.client.Timeout' }
const denied = {
  name: 'event_store.client.AccessDenied',
  message: 'event_store.client.AccessDenied',
  bytes: new shared.AccessDenied().serializeBinary(),
}
const diskFull = { name: 'google.protobuf.Empty', message: 'There is not enough space on the disk' }

/** What can be the matter with appends while reads work, and what readiness calls it. */
const troubles: Readonly<Record<string, readonly [Partial<Relay>, RegExp]>> = {
  'gives no answer': [{ loseRequests: true }, /appends fail: .*no answer to an append/],
  'does not write in time': [
    { refuse: answering(Code.DEADLINE_EXCEEDED, timeout) },
    /appends fail: .*within its own time limit \(DEADLINE_EXCEEDED\)/,
  ],
  'has a full disk': [
    { refuse: answering(Code.UNKNOWN, diskFull) },
    /appends fail: .*There is not enough space on the disk/,
  ],
  'gives the user no right': [
    { refuse: answering(Code.PERMISSION_DENIED, denied) },
    /appends fail: .*no right to write/,
  ],
  'is no leader, and names one that is gone': [{ leaderPort: 1 }, /appends fail: .*leader/i],
}
const wellAgain = { loseRequests: false, refuse: undefined, leaderPort: undefined }

test.each(Object.entries(troubles))(
  'a store that %s makes the service not ready, with the reason, until an append succeeds',
  async (_what, [trouble, reason]) => {
    const { api, credentials } = await newDealer(system)
    const relay = await relayForThisTest(Number(new URL(system.eventStoreUrl).port))
    const environment = { EVENTSTORE_URL: relay.url, EVENTSTORE_TIMEOUT_MS: '2000' }
    const { url } = await anotherCommandService(system, environment)
    const readiness = async () => {
      const answer = await fetch(`${url}/health/ready`)
      return `${answer.status} ${await answer.text()}`
    }
    await expect.poll(readiness, SOON).toMatch(/^200/)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const write = () => apiAt(url, credentials).post('/v1/expenses', manual(), key)

    Object.assign(relay, trouble)
    // A store that loses its lead ends what is open.
    if (relay.leaderPort !== undefined) relay.endOpenCalls()
    const refused = await write()
    expect(refusal(refused).slice(0, 2)).toEqual([503, 'INTERNAL_ERROR'])
    expect(refused.headers['retry-after']).toBeDefined()
    // On a busy machine another reason can come first; the next write meets this one.
    const saidAfterWrites = async () => {
      const said = await readiness()
      if (!reason.test(said)) await write()
      return said
    }
    const wanted = new RegExp(`^503 .*${reason.source}`, reason.flags)
    await expect.poll(saidAfterWrites, SOON).toMatch(wanted)

    Object.assign(relay, wellAgain)
    await expect.poll(readiness, SOON).toMatch(/^200/)
    let answer = await write()
    while (answer.status === 503) answer = await write()
    const { id } = createdIn(answer)
    await eventually(() => idsOf(api)).toEqual([id])
  },
)

test.each([
  ['$all', /no right to read/],
  ['access-probe', /no right to read/],
  ['$$access-probe', /no right to read/],
] as const)(
  'without the right to read %s the service says so from the start, and is ready once it is given',
  async (withheld, reason) => {
    let isNarrow = true
    const mayRead = (stream: string) => !isNarrow || stream !== withheld
    const node = await embeddedNodeForThisTest({ access: { mayRead } })
    const { url } = await anotherCommandService(system, { EVENTSTORE_URL: node.url })
    const readiness = async () => {
      const answer = await fetch(`${url}/health/ready`)
      return `${answer.status} ${await answer.text()}`
    }
    await expect.poll(readiness, SOON).toMatch(reason)
    isNarrow = false
    await expect.poll(readiness, SOON).not.toMatch(reason)
  },
)

test('an event that is larger than the store takes is refused at once, and the service stays ready', async () => {
  const { credentials } = await newDealer(system)
  const relay = await relayForThisTest(Number(new URL(system.eventStoreUrl).port))
  const { url } = await anotherCommandService(system, { EVENTSTORE_URL: relay.url })
  await expect.poll(async () => (await fetch(`${url}/health/ready`)).status, SOON).toBe(200)
  const name = 'event_store.client.MaximumAppendEventSizeExceeded'
  relay.refuse = answering(Code.INVALID_ARGUMENT, { name, message: name })
  const passedMs = countedMs()

  const large = await apiAt(url, credentials).post('/v1/expenses', manual())

  expect(refusal(large).slice(0, 2)).toEqual([400, 'VALIDATION_FAILED'])
  expect(passedMs()).toBeLessThan(5_000)
  expect((await fetch(`${url}/health/ready`)).status).toBe(200)
})

test('with a read-only replica alone alive, one refused write makes the service not ready', async () => {
  const { credentials } = await newDealer(system)
  const cluster = await clusterForThisTest(Number(new URL(system.eventStoreUrl).port))
  const [leader, follower, replica] = cluster.members
  const { url } = await anotherCommandService(system, { EVENTSTORE_URL: cluster.url })
  const readiness = async () => (await fetch(`${url}/health/ready`)).status
  await expect.poll(readiness, SOON).toBe(200)
  cluster.elect(undefined)
  for (const lost of [leader, follower]) {
    cluster.bury(lost)
    lost.network.end()
  }
  replica.relay.loseRequests = true

  const refused = await apiAt(url, credentials).post('/v1/expenses', manual())

  expect(refusal(refused).slice(0, 2)).toEqual([503, 'INTERNAL_ERROR'])
  expect(await readiness()).toBe(503)
})
