import type { Client } from 'pg'
import { parseMetadata } from '#kernel/events/metadata.ts'
import {
  BEFORE_THE_LOG,
  type LogPlace,
  type LogSubscription,
  placeBehind,
  type StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'
import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { silentLogger } from '#kernel/platform/logger.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import { openLeaderConnection } from '#projections/runtime/leader-connection.ts'
import { microsecondsOf } from '#projections/runtime/microseconds.ts'
import {
  type Builder,
  type Going,
  openBuilder,
  Stopped,
} from '#projections/runtime/rebuild/builder.ts'
import { bareTables } from '#projections/runtime/schema.ts'
import type { AuditedSystem, LogReader } from '../audited-system.ts'

/** Each connection has its own, which the server drops with it, however the process ends. */
const SCHEMA = 'pg_temp'

/** The read models of one company as they were at some point of its past. */
export interface Scratch {
  readonly client: Client
  readonly position: Builder['position']
  /** Goes on to a position of the log, or to the first event that was recorded later than `at`. */
  readonly goOn: (target: LogPosition, going?: GoingOn) => Promise<void>
}

export interface GoingOn extends Going {
  /** Microseconds since 1970. */
  readonly at?: bigint
}

type Sources = Pick<AuditedSystem, 'log' | 'vault' | 'databaseUrl'>

/**
 * Tables that are empty at first and filled from the log of that company alone. They are temporary:
 * once they are made, the server lets the connection write nothing else.
 */
export async function withScratch<Result>(
  { log, vault, databaseUrl }: Sources,
  companyId: string,
  work: (scratch: Scratch) => Promise<Result>,
): Promise<Result> {
  const connection = await openLeaderConnection(databaseUrl, silentLogger)
  try {
    const { client } = connection
    await client.query(bareTables(SCHEMA, readModels.tables))
    await client.query(`insert into ${SCHEMA}.checkpoint values ($1, 0, 0, null)`, [
      readModels.name,
    ])
    await client.query('set default_transaction_read_only = on')
    const past = pastOf(log, companyId)
    const sources = {
      definition: readModels,
      databaseUrl,
      eventStore: past.log,
      vault,
      logger: silentLogger,
    }
    const builder = await openBuilder(sources, connection, SCHEMA)
    return await work({
      client,
      position: builder.position,
      goOn: async (target, { at, stop, moved } = {}) => {
        const end = past.endBehind(at)
        const stops = stop === undefined ? end : AbortSignal.any([end, stop])
        const tell = (position: LogPosition) => {
          moved?.(position)
          past.shownUpTo(position)
        }
        past.shownUpTo(builder.position())
        await builder.projectUpTo(target, { stop: stops, moved: tell }).catch((error: unknown) => {
          if (!(error instanceof Stopped && end.aborted)) throw error
        })
      },
    })
  } finally {
    await connection.close()
  }
}

/** The log as if it held the events of one company only, and ended before those that are too late. */
function pastOf(log: LogReader, companyId: string) {
  let ended = new AbortController()
  let at: bigint | undefined
  let shown = START_OF_LOG
  let handedOver = BEFORE_THE_LOG
  /** Where it ends, once that is known. */
  let end: LogPosition | undefined

  const isOwn = ({ metadata }: StoredEvent) => metadata['companyId'] === companyId
  const isLater = ({ metadata }: StoredEvent) => at !== undefined && recordedAfter(metadata, at)

  /** What was handed over is shown some time later: only then is it over. */
  function shownUpTo(position: LogPosition) {
    shown = position
    if (end !== undefined && shown >= end) ended.abort()
  }

  async function handOver(wanted: LogSubscription, events: readonly StoredEvent[], upTo: LogPlace) {
    if (end !== undefined) return
    const own = events.filter(isOwn)
    const later = own.findIndex(isLater)
    const first = own[later]
    if (first === undefined) {
      handedOver = upTo
      return wanted.handle(own, upTo)
    }
    const before = events[events.indexOf(first) - 1]
    handedOver = before === undefined ? handedOver : placeBehind(before)
    end = handedOver.position
    await wanted.handle(own.slice(0, later), handedOver)
    shownUpTo(shown)
  }

  const past: Pick<LogReader, 'subscribe' | 'headOfLog'> = {
    headOfLog: log.headOfLog,
    subscribe: (wanted) => {
      handedOver = wanted.after
      return log.subscribe({
        ...wanted,
        handle: (events, upTo) => handOver(wanted, events, upTo),
      })
    },
  }
  return {
    log: past,
    shownUpTo,
    /** Aborted once all is shown that stands before the first event recorded later than `moment`. */
    endBehind: (moment: bigint | undefined) => {
      ended = new AbortController()
      at = moment
      end = undefined
      return ended.signal
    },
  }
}

function recordedAfter(metadata: StoredEvent['metadata'], moment: bigint) {
  const recordedAt = parseMetadata(metadata)?.recordedAt
  return recordedAt !== undefined && microsecondsOf(recordedAt) > moment
}
