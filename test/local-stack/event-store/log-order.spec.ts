// @module-tag embedded-node

import {
  type AllStreamSubscription,
  type EventStoreDBClient,
  eventTypeFilter,
} from '@eventstore/db-client'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cover } from '#test/support/cover.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { all, clientOf, drafted, eventually, manyDrafted, newStream } from './official-client.ts'

const isNew = { expectedRevision: 'no_stream' } as const
const alone = { ...isNew, credentials: { username: 'admin', password: 'changeit' } }

/** What many do at the same time; each uses a stream of its own. */
type Deed = (client: EventStoreDBClient, size: number) => Promise<unknown>

const deeds: Readonly<Record<string, Deed>> = {
  'append in a batch': (client, size) =>
    client.appendToStream(newStream(), manyDrafted(size), isNew),
  'append alone': (client, size) => client.appendToStream(newStream(), manyDrafted(size), alone),
  describe: (client, size) => client.setStreamMetadata(newStream(), { maxCount: size }),
  'append and delete': async (client, size) => {
    const stream = newStream()
    await client.appendToStream(stream, manyDrafted(size), isNew)
    await client.deleteStream(stream)
    await client.appendToStream(stream, drafted(), isNew)
  },
  end: (client) => client.tombstoneStream(newStream(), isNew),
  'append where something is already': async (client, size) => {
    const stream = newStream()
    const attempts = [drafted(), drafted()].map((event) =>
      client.appendToStream(stream, [event, ...manyDrafted(size)], isNew),
    )
    await Promise.allSettled(attempts)
  },
}

const round = fc.array(
  fc.record({ deed: fc.constantFrom(...Object.keys(deeds)), size: fc.integer({ min: 1, max: 5 }) }),
  { minLength: 1, maxLength: 30 },
)

interface Follower {
  readonly after: bigint
  readonly seen: bigint[]
  readonly ids: string[]
}

function follow(subscription: AllStreamSubscription, after: bigint): Follower {
  const follower: Follower = { after, seen: [], ids: [] }
  subscription.on('data', ({ event, commitPosition = 0n }) => {
    follower.seen.push(commitPosition)
    follower.ids.push(event?.id ?? '')
  })
  return follower
}

test('with many concurrent writers, every subscriber receives the whole log in order', async () => {
  const { url } = await eventStoreNodeForThisTest()
  const clients = [clientOf(url), clientOf(url), clientOf(url)]
  const reader = clientOf(url)
  const followers: Follower[] = [follow(reader.subscribeToAll(), 0n)]
  const filtered: Follower[] = []
  /** A place that the log has reached, so far along it. */
  const placeAlong = (part: number) => {
    const seen = followers[0]?.seen ?? []
    return seen[Math.floor(part * seen.length) - 1] ?? 0n
  }
  const cases = cover('followed from the middle', 'drafted')
  await cases.assert(
    fc.asyncProperty(round, fc.double({ min: 0, max: 1, noNaN: true }), async (work, place) => {
      cases.count(
        'drafted',
        work.some(({ deed }) => deed.startsWith('append')),
      )
      const working = work.map(async ({ deed, size }, index) => {
        await deeds[deed]?.(clients[index % clients.length] ?? reader, size)
      })
      const after = placeAlong(place)
      const fromPosition = { commit: after, prepare: after }
      cases.count('followed from the middle', after > 0n)
      followers.push(follow(reader.subscribeToAll({ fromPosition }), after))
      const filter = eventTypeFilter({ prefixes: ['Dra'] })
      filtered.push(follow(reader.subscribeToAll({ fromPosition, filter }), after))
      await Promise.all(working)
    }),
    { numRuns: 12 },
  )
  const log = await all(reader.readAll())
  const positions = log.map(({ commitPosition = 0n }) => commitPosition)
  expect(positions.every((position, index) => position > (positions[index - 1] ?? 0n))).toBe(true)
  const drafts = log.filter(({ event }) => event?.type === 'Drafted')
  const behind = (after: bigint, events: typeof log) =>
    events.filter(({ commitPosition = 0n }) => commitPosition > after)
  await eventually(() => {
    for (const { after, ids } of followers) expect(ids).toHaveLength(behind(after, log).length)
    for (const { after, ids } of filtered) expect(ids).toHaveLength(behind(after, drafts).length)
  })
  for (const { after, seen, ids } of followers) {
    expect(seen).toEqual(behind(after, log).map(({ commitPosition }) => commitPosition))
    expect(ids).toEqual(behind(after, log).map(({ event }) => event?.id))
  }
  for (const { after, ids } of filtered) {
    expect(ids).toEqual(behind(after, drafts).map(({ event }) => event?.id))
  }
  expectContiguous(log.map(({ event }) => event?.streamId ?? ''))
})

/** What one append brought stands together: a stream's first events are never mixed with others. */
function expectContiguous(streams: readonly string[]) {
  const runs = streams.filter((stream, index) => stream !== streams[index - 1])
  const ofDrafts = runs.filter((stream) => !stream.startsWith('$$'))
  const twice = ofDrafts.filter((stream, index) => ofDrafts.indexOf(stream) !== index)
  // Only a stream that was deleted in between is written by a second append.
  expect(twice.every((stream) => streams.includes(`$$${stream}`))).toBe(true)
}
