import { Client } from 'pg'
import { expect, vi } from 'vitest'
import type { EventStoreProcess } from '#test/support/event-store.ts'
import type { FeedProcess } from './feed-process.ts'

const EVENTS = 20
const NOTICED_WITHIN_MS = 60_000

/**
 * The last events of the log, some of which the feed has published, are deleted as by a restore from
 * an older backup, and come back from a later one once the feed has noticed.
 */
export async function setBackAndRestored(node: EventStoreProcess, feed: FeedProcess) {
  const database = new Client({ connectionString: node.databaseUrl })
  await database.connect()
  try {
    const position = await publishedBy(feed)
    await node.stop()
    await database.query(
      `create table lost as select * from event_store.events where position >=
        (select min(position) from (select position from event_store.events
         where position <= $1 order by position desc limit ${EVENTS}) as last)`,
      [position],
    )
    await database.query(
      'delete from event_store.events where position in (select position from lost)',
    )
    await node.start()
    await vi.waitFor(
      async () =>
        expect(await feed.status()).toMatchObject({
          phase: 'logSetBack',
          failure: expect.stringMatching(/^logSetBack: the log has lost events/),
        }),
      { timeout: NOTICED_WITHIN_MS, interval: 100 },
    )
    await expectItSaysSo(feed)
    await node.stop()
    const { rows } = await database.query(
      `select from event_store.events
       where position >= (select min(position) from lost) and stream not like '$%'`,
    )
    expect(rows, 'events written on a log that was set back').toEqual([])
    await database.query('insert into event_store.events select * from lost on conflict do nothing')
    await database.query('drop table lost')
    await node.start()
  } finally {
    await database.end()
  }
}

const publishedBy = (feed: FeedProcess) =>
  vi.waitFor(
    async () => {
      const { phase, position } = await feed.status()
      expect(phase).toBe('publishing')
      return position
    },
    { timeout: NOTICED_WITHIN_MS, interval: 100 },
  )

async function expectItSaysSo({ url, logged }: FeedProcess) {
  const health = await fetch(`${url}/health/ready`)
  expect([health.status, await health.json()]).toEqual([
    503,
    { status: 'starting', missing: [expect.stringMatching(/^feed: logSetBack: the log has lost/)] },
  ])
  const metrics = await (await fetch(`${url}/metrics`)).text()
  expect(metrics).toMatch(/^sarraf_feed_state\{.*state="logSetBack".*\} 1$/m)
  expect(logged()).toContain('logSetBack: the log has lost events')
}
