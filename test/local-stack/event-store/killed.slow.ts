// @module-tag embedded-node

import { setTimeout as pause } from 'node:timers/promises'
import type { EventStoreDBClient } from '@eventstore/db-client'
import { expect, test } from 'vitest'
import { embeddedProcessForThisTest } from '#test/support/embedded-node.ts'
import { all, clientOf } from './official-client.ts'
import { ownPostgres } from './own-postgres.ts'
import { type Acknowledged, keepAppending } from './retrying-writers.ts'

const KILLS = 50
const CLIENTS = 4

test(`${KILLS} kills of node, database or both lose, double, tear and reorder nothing`, async () => {
  const postgres = await ownPostgres()
  const node = await embeddedProcessForThisTest(postgres.url)
  const writers = keepAppending(Array.from({ length: CLIENTS }, () => clientOf(node.url)))
  const killNode = async () => void (await node.stop('SIGKILL'))
  const targets = [[killNode], [postgres.kill], [killNode, postgres.kill]]
  for (let kill = 0; kill < KILLS; kill += 1) {
    await writers.untilMoreAreAcknowledged(Math.floor(Math.random() * 50))
    await pause(Math.random() * 20)
    const chosen = targets[kill % targets.length] ?? []
    await Promise.all(chosen.map((end) => end()))
    // A node without its database has ended by itself; its successor waits for the database.
    const isDown = chosen.includes(postgres.kill)
    if (isDown) await node.stop('SIGTERM')
    await Promise.all([isDown && postgres.start(), node.start()])
  }
  await writers.untilMoreAreAcknowledged(50)
  await expectLogOf(clientOf(node.url), await writers.end())
})

async function expectLogOf(client: EventStoreDBClient, acknowledged: readonly Acknowledged[]) {
  const log = (await all(client.readAll())).map(({ event }) => event)
  const positions = log.map((event) => event?.position?.commit ?? 0n)
  expect(positions.every((position, at) => position > (positions[at - 1] ?? 0n))).toBe(true)
  const inOrder = acknowledged.toSorted((one, other) => (one.position < other.position ? -1 : 1))
  // Every append was sent until it was answered: the log holds these, whole and once, and no others.
  expect(log.map((event) => event?.id)).toEqual(inOrder.flatMap(({ ids }) => ids))
  let latestSent = 0
  for (const { stream, ids, revision, position, sentAt, answeredAt } of inOrder) {
    const end = positions.indexOf(position) + 1
    const places = log
      .slice(end - ids.length, end)
      .map((event) => [event?.streamId, event?.revision])
    expect(places).toEqual(ids.map((_, at) => [stream, revision - BigInt(ids.length - 1 - at)]))
    // Nothing stands before an append that was sent only after its answer.
    expect(latestSent).toBeLessThan(answeredAt)
    latestSent = Math.max(latestSent, sentAt)
  }
}
