import type { Client } from 'pg'
import {
  ALL_COMPANIES,
  contains,
  isSameShard,
  nameInShard,
  type Shard,
} from '#kernel/platform/read-progress/shard.ts'
import { keepGoing } from '#kernel/platform/waiting/keep-going.ts'
import { pause } from '#kernel/platform/waiting/timing.ts'
import { NotLeader } from './errors.ts'
import { openLeaderConnection } from './leader-connection.ts'
import { type LeaderSettings, runLeaderSession } from './leader-session.ts'
import { acquireLock, beginTerm, checkpointsIn } from './leadership.ts'
import type { Replacement } from './rebuild/at-start.ts'
import { addVersion, isExactly, isSameShape, makeSchema, versionsIn } from './schema.ts'
import { divide, shardPositions } from './shards/checkpoints.ts'
import type { Shares } from './shards/shares.ts'
import type { StatusBoard } from './status.ts'

const LONGEST_PAUSE_MS = 5_000
const POLL_EVERY_MS = 250
/** After repeated short terms without progress there is a pause before the next one. */
const SHORT_TERM_MS = 1_000
const MAX_SHORT_TERMS = 3

export interface TermSettings extends LeaderSettings {
  readonly databaseUrl: string
  /** Into how many the companies are divided at least. */
  readonly shards: number
}

/** One shard in this process. */
export interface ShardRun {
  readonly shard: Shard
  readonly board: StatusBoard
  readonly replacement: Replacement
  readonly shares: Shares
  readonly stop: AbortSignal
  /** Settles when `stop` is aborted. */
  readonly stopped: Promise<undefined>
}

/** `divided`: two halves have replaced it. `gone`: it is part of a larger shard again. */
type Place = 'there' | 'divided' | 'gone'
export type EndOfTerms = Exclude<Place, 'there'> | 'stopped'

/** Leads the shard whenever it gets its lock, until there is no such shard any more. */
export async function runTerms(settings: TermSettings, run: ShardRun): Promise<EndOfTerms> {
  const { logger, metrics } = settings
  const { board, stop } = run
  let begunAt = 0
  let shortTerms = 0
  const end = await keepGoing({
    stop,
    longestPauseMs: LONGEST_PAUSE_MS,
    async attempt() {
      begunAt = performance.now()
      const place = await leadOneTerm(settings, run)
      return place === 'there' ? 'again' : place
    },
    progress: () => board.current().position,
    failed(error, failures) {
      shortTerms = performance.now() - begunAt > SHORT_TERM_MS ? 1 : shortTerms + 1
      if (error instanceof NotLeader && shortTerms <= MAX_SHORT_TERMS) {
        logger.info(
          { reason: error.message },
          'the tables were replaced or another process leads: checking again',
        )
        return 0
      }
      board.fail(error)
      metrics.failed()
      logger.error({ err: error, failures }, 'the projection failed and will be retried')
      return undefined
    },
  })
  return end === undefined || stop.aborted ? 'stopped' : end
}

async function leadOneTerm(settings: TermSettings, run: ShardRun): Promise<Place> {
  const connection = await openLeaderConnection(settings.databaseUrl, settings.logger)
  try {
    if (!(await untilTablesFit(connection.client, settings.schema, run))) return 'there'
    const place = await placeOf(connection.client, settings, run.shard)
    if (place !== 'there') return place
    const leave = run.shard.of === 1 ? () => undefined : run.shares.join()
    try {
      return await leadWithLock(settings, run, connection)
    } finally {
      leave()
    }
  } finally {
    await connection.close()
  }
}

async function leadWithLock(
  settings: TermSettings,
  run: ShardRun,
  connection: Awaited<ReturnType<typeof openLeaderConnection>>,
): Promise<Place> {
  const { definition, logger, schema } = settings
  const { shard } = run
  const { client } = connection
  const checkpoint = { schema, projection: definition.name, shard }
  const lock = nameInShard(schema, shard)
  const acquired = await acquireLock(client, lock, standby(settings, run, client))
  if (acquired === undefined) return 'there'
  if (!(await doTablesFit(client, schema, run))) return 'there'
  if (shard.of === 1) await makeSchema(client, schema, definition)
  const place = await placeOf(client, settings, shard)
  if (place !== 'there') return place
  await expectOwnLog(settings, client)
  // From here on a switch is noticed; one that came before must not leave this version in tables of another.
  const { replaced } = await listenForReplacement(client, checkpoint)
  const versions = await versionsIn(client, schema)
  if (!(await doTablesFit(client, schema, run))) return 'there'
  await addVersion(client, schema, definition, versions)
  if (!(await doTablesFit(client, schema, run))) return 'there'
  const term = await beginTerm(client, checkpoint)
  const { name } = run.board.current()
  const position = term.place.position.toString()
  logger.info({ projection: name, position, epoch: `${term.epoch}` }, 'projecting')
  const lead = run.shares.lead(acquired)
  const surplus = shard.of === 1 ? [] : [lead.surplus]
  const lost = Promise.race([connection.lost, replaced, ...surplus])
  try {
    await runLeaderSession(settings, { ...run, connection: { ...connection, lost }, term })
    return 'there'
  } finally {
    lead.end()
    settings.metrics.ended()
  }
}

/** All companies together have one leader; a process takes its share of several shards. */
function standby(settings: TermSettings, { shard, board, shares, stop }: ShardRun, client: Client) {
  const standingBy = () => board.enter('standingBy')
  return shard.of === 1
    ? { stop, standingBy }
    : {
        stop,
        standingBy,
        mayTake: shares.mayTake,
        isObsolete: async () => (await placeOf(client, settings, shard)) !== 'there',
      }
}

/** A shard that is larger than it should be is divided at once, under any leader. */
async function placeOf(
  client: Client,
  { schema, definition, shards: wanted }: TermSettings,
  shard: Shard,
): Promise<Place> {
  if ((await versionsIn(client, schema)).length === 0) return shard.of === 1 ? 'there' : 'gone'
  const shards = (await shardPositions(client, schema)).map((each) => each.shard)
  if (shards.some((other) => isSameShard(other, shard))) {
    if (shard.of >= wanted) return 'there'
    await divide(client, { schema, projection: definition.name, shard })
    return 'divided'
  }
  if (shards.some((other) => contains(shard, other))) return 'divided'
  return isSameShard(shard, ALL_COMPANIES) ? 'there' : 'gone'
}

/** Refuses to write if the tables were projected from another log. */
async function expectOwnLog({ eventStore, schema }: TermSettings, client: Client) {
  for (const { place } of await checkpointsIn(client, schema)) await eventStore.checkPlace(place)
}

async function untilTablesFit(client: Client, schema: string, run: ShardRun): Promise<boolean> {
  const { board, replacement, stop } = run
  while (!stop.aborted) {
    if (await doTablesFit(client, schema, run)) return true
    board.enter(replacement.isUnderWay() ? 'awaitingTables' : 'superseded')
    await pause(POLL_EVERY_MS, stop)
  }
  return false
}

/**
 * Whether this process may write into the served tables: its own version's, or those of another
 * version while it builds its own side by side.
 */
async function doTablesFit(client: Client, schema: string, { board, replacement }: ShardRun) {
  const { version } = board.current()
  const versions = await versionsIn(client, schema)
  replacement.check(versions)
  if (versions.length === 0 || isExactly(versions, version)) return true
  return replacement.isUnderWay() && versions.every((other) => isSameShape(other, version))
}

/** `replaced` settles when a switch has replaced these tables, or the shard was divided. */
async function listenForReplacement(
  client: Client,
  { schema, projection, shard }: { schema: string; projection: string; shard: Shard },
) {
  const { promise, resolve } = Promise.withResolvers<Error>()
  const channel = `${schema}_switched`
  const meant = new Set(['', nameInShard(projection, shard)])
  client.on('notification', (notification) => {
    if (notification.channel === channel && meant.has(notification.payload ?? ''))
      resolve(new NotLeader('the tables were replaced'))
  })
  await client.query(`listen ${channel}`)
  return { replaced: promise }
}
