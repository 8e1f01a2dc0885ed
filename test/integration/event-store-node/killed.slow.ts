import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { EventStoreDBClient } from '@eventstore/db-client'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#stack/free-port.ts'
import { databaseUrl, startPostgres, stopPostgres } from '#stack/postgres/embedded-postgres.ts'
import { eventStoreProcessForThisTest } from '#test/support/event-store.ts'
import { all, clientOf, manyDrafted, newStream } from './official-client.ts'

const APPEND_PATIENCE_MS = 30_000

test('a node killed again and again loses nothing acknowledged and doubles nothing', async () => {
  const node = await eventStoreProcessForThisTest()
  const writers = keepAppending(Array.from({ length: 4 }, () => clientOf(node.url)))
  for (let kill = 0; kill < 10; kill += 1) {
    await writers.untilMoreAreAcknowledged(100)
    await pause(Math.random() * 50)
    await node.stop('SIGKILL')
    await node.start()
  }
  const acknowledged = await writers.end()
  await expectLogOf(clientOf(node.url), acknowledged)
})

test('nor does a database that crashes under it', async () => {
  const postgres = await ownPostgres()
  const node = await eventStoreProcessForThisTest(postgres.url)
  const writers = keepAppending(Array.from({ length: 4 }, () => clientOf(node.url)))
  for (let crash = 0; crash < 4; crash += 1) {
    await writers.untilMoreAreAcknowledged(100)
    const exited = once(node.process(), 'exit')
    await postgres.crash()
    expect(await exited).toEqual([1, null])
    await postgres.start()
    await node.start()
  }
  const acknowledged = await writers.end()
  await expectLogOf(clientOf(node.url), acknowledged)
})

interface Acknowledged {
  readonly stream: string
  readonly ids: readonly string[]
}

/** Each client has a few streams and appends to each again as soon as it has its answer. */
function keepAppending(clients: readonly EventStoreDBClient[]) {
  const acknowledged: Acknowledged[] = []
  const ending = new AbortController()
  const work = clients.flatMap((client) =>
    Array.from({ length: 8 }, async () => {
      while (!ending.signal.aborted) acknowledged.push(...(await fillStream(client)))
    }),
  )
  return {
    untilMoreAreAcknowledged: async (count: number) => {
      const goal = acknowledged.length + count
      const deadline = Date.now() + APPEND_PATIENCE_MS
      while (acknowledged.length < goal && Date.now() < deadline) await pause(5)
      expect(acknowledged.length).toBeGreaterThanOrEqual(goal)
    },
    end: async () => {
      ending.abort()
      await Promise.all(work)
      return acknowledged
    },
  }
}

async function fillStream(client: EventStoreDBClient): Promise<Acknowledged[]> {
  const stream = newStream()
  const appends: Acknowledged[] = []
  let expectedRevision: bigint | 'no_stream' = 'no_stream'
  for (const size of [1, 3, 2]) {
    const events = manyDrafted(size)
    const append = () => client.appendToStream(stream, events, { expectedRevision })
    expectedRevision = (await untilAnswered(append)).nextExpectedRevision
    appends.push({ stream, ids: events.map(({ id }) => id) })
  }
  return appends
}

/** Without an answer the outcome is unknown; the same events again settle it. */
async function untilAnswered<Answer>(append: () => Promise<Answer>): Promise<Answer> {
  const deadline = Date.now() + APPEND_PATIENCE_MS
  for (;;) {
    try {
      return await append()
    } catch (error) {
      if (!isUnknownOutcome(error) || Date.now() > deadline) throw error
      await pause(20)
    }
  }
}

const isUnknownOutcome = (error: unknown) =>
  error instanceof Error &&
  (('type' in error && /unavail|cancel|deadline|timeout/.test(String(error.type))) ||
    ('code' in error && error.code === 14))

async function expectLogOf(client: EventStoreDBClient, acknowledged: readonly Acknowledged[]) {
  const log = await all(client.readAll())
  expect(log.map(({ commitPosition }) => Number(commitPosition))).toEqual(
    log.map((_, index) => index + 1),
  )
  const streams = Map.groupBy(log, ({ event }) => event?.streamId ?? '')
  const expected = Map.groupBy(acknowledged, ({ stream }) => stream)
  expect(streams.size).toBe(expected.size)
  for (const [stream, appends] of expected) {
    const recorded = streams.get(stream)?.map(({ event }) => event?.id)
    expect(recorded).toEqual(appends.flatMap(({ ids }) => ids))
  }
}

/** With everything as in production: what is committed is on the disk. */
async function ownPostgres() {
  const folder = await mkdtemp(join(tmpdir(), 'event-store-node-'))
  await chmod(folder, 0o755)
  const options = { folder: join(folder, 'postgres'), port: await freePort(), password: 'test' }
  let server: ChildProcess = await startPostgres(options)
  onTestFinished(async () => {
    await stopPostgres(server)
    await rm(folder, { recursive: true, force: true })
  })
  return {
    url: databaseUrl(options),
    /** Nothing is finished or written out: the next start recovers from the log of PostgreSQL. */
    crash: async () => {
      const exited = once(server, 'exit')
      server.kill('SIGQUIT')
      await exited
    },
    start: async () => {
      server = await startPostgres(options)
    },
  }
}
