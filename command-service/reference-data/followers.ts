import type pg from 'pg'
import { untilMade } from '#kernel/platform/database/not-made-yet.ts'
import { makeTables } from '#kernel/platform/database/postgres.ts'
import { type LogPosition, parseLogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { type Background, inBackground } from '#kernel/platform/waiting/background.ts'
import { every } from '#kernel/platform/waiting/every.ts'
import { pause } from '#kernel/platform/waiting/timing.ts'

const PUBLISH_EVERY_MS = 100
const BEAT_EVERY_MS = 2_000
const ALIVE_WITHIN_MS = 3 * BEAT_EVERY_MS
const FORGOTTEN_AFTER_MS = 60_000

interface Follower {
  readonly pool: pg.Pool
  readonly logger: Logger
  readonly name: string
  /** Everything of the log up to it is known. */
  readonly position: () => LogPosition
  /** Of the last event that it took in. */
  readonly lastTaken: () => LogPosition
}

/**
 * Publishes the position of a follower in the database, until the follower ends: soon after
 * it has taken something in, and otherwise now and then, since most of the log is not for it.
 */
export function publishPosition(follower: Follower): Background {
  const { pool, logger, name } = follower
  let published: { lastTaken: LogPosition; at: number } | undefined

  async function publishIfDue() {
    const lastTaken = follower.lastTaken()
    const isDue = published === undefined || Date.now() - published.at >= BEAT_EVERY_MS
    if (!isDue && published?.lastTaken === lastTaken) return
    if (published === undefined) await prepareTable(pool)
    await publish(pool, name, follower.position())
    published = { lastTaken, at: Date.now() }
  }

  return inBackground(async (closing) => {
    await every(PUBLISH_EVERY_MS, closing, async () => {
      try {
        await publishIfDue()
      } catch (error) {
        published = undefined
        logger.warn({ err: error, follower: name }, 'the position could not be published')
        await pause(BEAT_EVERY_MS, closing)
      }
    })
    const leave = pool.query('delete from command.follower where name = $1', [name])
    await leave.catch(() => undefined)
  })
}

/** Where the followers that live now have come to. */
export async function livingFollowers(
  pool: pg.Pool,
): Promise<readonly { readonly name: string; readonly position: LogPosition }[]> {
  const followers = pool.query<{ name: string; position: string }>(
    `select name, position::text from command.follower
     where beat_at > now() - $1 * interval '1 millisecond'`,
    [ALIVE_WITHIN_MS],
  )
  const { rows } = await untilMade<{ rows: { name: string; position: string }[] }>(followers, {
    rows: [],
  })
  return rows.map(({ name, position }) => ({ name, position: parseLogPosition(position) }))
}

const publish = (pool: pg.Pool, name: string, position: LogPosition) =>
  pool.query({
    name: 'publish-position',
    text: `insert into command.follower (name, position, beat_at) values ($1, $2, now())
           on conflict (name) do update
           set position = excluded.position, beat_at = excluded.beat_at`,
    values: [name, position.toString()],
  })

/** Rows of dead followers are cleared away on the way. */
const prepareTable = (pool: pg.Pool) => makeTables(pool, { schema: 'command', definitions: table })

const table = `
  create table if not exists command.follower (
    name text primary key,
    position bigint not null,
    beat_at timestamptz not null
  );
  delete from command.follower
  where beat_at < now() - ${FORGOTTEN_AFTER_MS} * interval '1 millisecond';
`
