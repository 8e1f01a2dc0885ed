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
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { microsecondsOf } from '#kernel/records/times.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import { openLeaderConnection } from '#projections/runtime/leader-connection.ts'
import {
  type Builder,
  type Going,
  openBuilder,
  Stopped,
} from '#projections/runtime/rebuild/builder.ts'
import { bareTables } from '#projections/runtime/schema.ts'
import type { AuditedLog, AuditedSystem } from '../audited-system.ts'

/** The connection's temporary schema. The server drops it when the connection ends. */
const SCHEMA = 'pg_temp'

/** The read models of one company as of a moment in the past. */
export interface Scratch {
  readonly client: Client
  readonly position: Builder['position']
  /** Projects up to a position of the log, or to the first event that was recorded after `at`. */
  readonly advance: (target: LogPosition, going?: Advancing) => Promise<void>
}

export interface Advancing extends Going {
  /** Microseconds since 1970. */
  readonly at?: bigint
}

type ReplaySources = Pick<AuditedSystem, 'log' | 'vault' | 'databaseUrl'>

/**
 * Creates empty temporary tables, which are filled from one company's events. Afterwards the server
 * lets the connection write to nothing else.
 */
export async function withScratch<Result>(
  { log, vault, databaseUrl }: ReplaySources,
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
      advance: async (target, { at, stop, moved } = {}) => {
        const end = past.endBehind(at)
        const stops = stop === undefined ? end : AbortSignal.any([end, stop])
        const onMoved = (position: LogPosition) => {
          moved?.(position)
          past.shownUpTo(position)
        }
        past.shownUpTo(builder.position())
        await builder
          .projectUpTo(target, { stop: stops, moved: onMoved })
          .catch((error: unknown) => {
            if (!(error instanceof Stopped && end.aborted)) throw error
          })
      },
    })
  } finally {
    await connection.close()
  }
}

/** A view of the log with one company's events only, which ends before those after the moment. */
function pastOf(log: AuditedLog, companyId: string) {
  let ended = new AbortController()
  let at: bigint | undefined
  let shown = START_OF_LOG
  let handedOver = BEFORE_THE_LOG
  /** The end of the view, once it is known. */
  let end: LogPosition | undefined

  const isOwn = ({ metadata }: StoredEvent) => metadata['companyId'] === companyId
  const isLater = ({ metadata }: StoredEvent) => at !== undefined && recordedAfter(metadata, at)

  /** The tables show events some time after they were handed over; the view ends only then. */
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

  const past: Pick<AuditedLog, 'subscribe' | 'headOfLog'> = {
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
    /** Aborted once the tables show everything before the first event recorded after `moment`. */
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
