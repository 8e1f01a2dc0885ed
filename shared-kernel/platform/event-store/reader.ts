import { pause, pauseMs } from '../waiting/timing.ts'
import { waitWithinBudget } from '../waiting/waiting-budget.ts'
import type { Connection } from './connection.ts'
import {
  asError,
  isAccessDenied,
  isNoSuchPosition,
  isRefusal,
  isSenseless,
  NoRightToRead,
} from './errors.ts'
import {
  type EventMacs,
  EventStoreUnavailable,
  PositionNotInLog,
  type StoredEvent,
  type StreamRead,
} from './event-store.ts'
import { type FilteredRead, readFiltered } from './filtered-read.ts'
import { createLogReader, type LogReader } from './log-reader.ts'
import type { LogFilter } from './log-request.ts'
import { startPatience } from './patience.ts'
import {
  BACKWARDS,
  END,
  FORWARDS,
  type ReadRevision,
  type ResolvedEvent,
  START,
  type StreamingRead,
  StreamNotFoundError,
} from './store-client.ts'
import { resolvedEvent } from './stored-event.ts'

export interface ReaderSettings {
  readonly macs: EventMacs
  /** How long a read may be silent. */
  readonly readTimeoutMs: number
  /** For how long a failing read is retried. */
  readonly resolveWithinMs: number
  /** Told of each read that is refused for lack of a right. */
  readonly denied: (error: NoRightToRead) => void
}

export interface Reader {
  readonly readStream: (
    stream: string,
    read: StreamRead,
    deadlineMs?: number,
  ) => Promise<readonly StoredEvent[]>
  /** The log after a position, page by page. */
  readonly readLog: LogReader['readLog']
  readonly readLogBack: LogReader['readLogBack']
  readonly eventAt: LogReader['eventAt']
  /** The last event of the log in a stream that is named as ours. */
  readonly lastInLog: LogReader['lastInLog']
  /** Its place, with the last event that is certainly ours. */
  readonly placeAtEnd: LogReader['placeAtEnd']
  /** All events that match; after a failure those come once more that have come. */
  readonly filtered: (filter: LogFilter, read: FilteredRead) => Promise<void>
  /** What stands behind a place, read without retries. */
  readonly logBehind: LogReader['logBehind']
}

export function createReader(connection: Connection, settings: ReaderSettings): Reader {
  const tried = <Answer>(read: () => Promise<Answer>, deadlineMs?: number) =>
    connection.awaited(() =>
      waitWithinBudget(settings.resolveWithinMs, (budgetEndsMs) =>
        untilAnswered(connection, permitted(read, settings.denied), deadlineMs ?? budgetEndsMs),
      ),
    )
  const reporter = connection.reporter()

  async function once<Answer>(read: () => Promise<Answer>) {
    const inUse = connection.inUse()
    try {
      const answer = await read()
      // A read whose client was replaced ends early without an error.
      if (inUse.aborted) throw new Error('the read was cut off')
      reporter.answered()
      return answer
    } catch (error) {
      if (isAnswer(error)) reporter.answered()
      else reporter.failed(asError(error))
      throw error
    }
  }

  const { macs, readTimeoutMs } = settings
  async function readStreamOnce(stream: string, read: StreamRead) {
    const resolved = await wholeRead(openStream(connection, stream, read), (end) =>
      startPatience(connection.client(), readTimeoutMs, end),
    )
    return resolved.map((event) => locatedEvent(event, macs))
  }

  return {
    readStream: (stream, read, deadlineMs) =>
      tried(() => once(() => readStreamOnce(stream, read)).catch(emptyIfMissing), deadlineMs),
    filtered: (filter, read) =>
      tried(() =>
        once(() =>
          readFiltered(
            { client: connection.client(), macs, timeoutMs: readTimeoutMs },
            filter,
            read,
          ),
        ),
      ),
    ...createLogReader({ client: connection.client, once, tried, macs, readTimeoutMs }),
  }
}

/** The store answered that there is nothing to read. */
const isAnswer = (error: unknown) => error instanceof StreamNotFoundError || isNoSuchPosition(error)

function openStream(connection: Connection, stream: string, read: StreamRead) {
  const isForwards = read.direction !== 'backwards'
  const fromRevision: ReadRevision = read.from ?? (isForwards ? START : END)
  const direction = isForwards ? FORWARDS : BACKWARDS
  const { maxCount } = read
  return connection.client().readStream(stream, { direction, fromRevision, maxCount })
}

function emptyIfMissing(error: unknown): readonly StoredEvent[] {
  if (error instanceof StreamNotFoundError) return []
  throw error
}

const permitted =
  <Answer>(read: () => Promise<Answer>, denied: ReaderSettings['denied']) =>
  () =>
    read().catch((error: unknown) => {
      if (!isAccessDenied(error)) throw error
      const noRight = new NoRightToRead(error)
      denied(noRight)
      throw noRight
    })

/** Reads again after each failure that may be over soon, until the deadline (epoch milliseconds). */
export async function untilAnswered<Answer>(
  connection: Pick<Connection, 'closed'>,
  read: () => Promise<Answer>,
  deadlineMs: number,
): Promise<Answer> {
  for (let failures = 0; ; failures += 1) {
    if (connection.closed.aborted) throw new EventStoreUnavailable('the event store is closed')
    try {
      return await read()
    } catch (error) {
      if (isRefusal(error) || isSenseless(error) || error instanceof PositionNotInLog) throw error
      const pauseBeforeNextMs = pauseMs(failures)
      if (Date.now() + pauseBeforeNextMs >= deadlineMs) {
        throw new EventStoreUnavailable('the event store does not answer', { cause: error })
      }
      await pause(pauseBeforeNextMs, connection.closed)
    }
  }
}

function locatedEvent(resolved: ResolvedEvent, macs: EventMacs): StoredEvent {
  const event = resolvedEvent(resolved, macs)
  if (event === undefined) throw new Error('the store gives no position for an event')
  return event
}

function wholeRead(
  read: StreamingRead<ResolvedEvent>,
  patienceWith: (end: (reason: Error) => void) => ReturnType<typeof startPatience>,
) {
  return new Promise<readonly ResolvedEvent[]>((resolve, reject) => {
    const events: ResolvedEvent[] = []
    const patience = patienceWith(fail)
    function fail(reason: Error) {
      patience.stop()
      reject(reason)
      read.cancel().catch(() => undefined)
    }
    read.on('data', (event: ResolvedEvent) => {
      patience.heard()
      events.push(event)
    })
    read.on('error', fail)
    read.on('end', () => {
      patience.stop()
      resolve(events)
    })
  })
}
