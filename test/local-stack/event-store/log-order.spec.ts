import {
  type AllStreamSubscription,
  type EventStoreDBClient,
  eventTypeFilter,
} from '@eventstore/db-client'
import fc from 'fast-check'
import { expect, test } from 'vitest'
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
  readonly after: number
  readonly seen: number[]
  readonly ids: string[]
}

function follow(subscription: AllStreamSubscription, after: number): Follower {
  const follower: Follower = { after, seen: [], ids: [] }
  subscription.on('data', ({ event, commitPosition }) => {
    follower.seen.push(Number(commitPosition))
    follower.ids.push(event?.id ?? '')
  })
  return follower
}

test('whatever many do at once, every subscriber gets the log from its start on without gap, in order', async () => {
  const { url } = await eventStoreNodeForThisTest()
  const clients = [clientOf(url), clientOf(url), clientOf(url)]
  const reader = clientOf(url)
  const followers: Follower[] = [follow(reader.subscribeToAll(), 0)]
  const filtered: Follower[] = []
  const head = () => followers[0]?.seen.at(-1) ?? 0
  await fc.assert(
    fc.asyncProperty(round, fc.double({ min: 0, max: 1, noNaN: true }), async (work, place) => {
      const working = work.map(async ({ deed, size }, index) => {
        await deeds[deed]?.(clients[index % clients.length] ?? reader, size)
      })
      const after = Math.floor(place * head())
      const fromPosition = { commit: BigInt(after), prepare: BigInt(after) }
      followers.push(follow(reader.subscribeToAll({ fromPosition }), after))
      const filter = eventTypeFilter({ prefixes: ['Dra'] })
      filtered.push(follow(reader.subscribeToAll({ fromPosition, filter }), after))
      await Promise.all(working)
    }),
    { numRuns: 12 },
  )
  const log = await all(reader.readAll())
  const positions = log.map(({ commitPosition }) => Number(commitPosition))
  expect(positions).toEqual(log.map((_, index) => index + 1))
  const ids = log.map(({ event }) => event?.id)
  await eventually(() => {
    for (const follower of [...followers, ...filtered]) {
      const last = follower.seen.at(-1) ?? 0
      const rest = log.slice(last).filter(({ event }) => event?.type === 'Drafted')
      expect(followers.includes(follower) ? log.length - last : rest.length).toBe(0)
    }
  })
  for (const { after, seen, ids: got } of followers) {
    expect(seen).toEqual(positions.slice(after))
    expect(got).toEqual(ids.slice(after))
  }
  const drafts = log.filter(({ event }) => event?.type === 'Drafted')
  for (const { after, ids: got } of filtered) {
    const expected = drafts.filter(({ commitPosition = 0n }) => commitPosition > BigInt(after))
    expect(got).toEqual(expected.map(({ event }) => event?.id))
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
