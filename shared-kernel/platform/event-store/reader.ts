import {
  BACKWARDS,
  END,
  FORWARDS,
  type ReadRevision,
  type ResolvedEvent,
  START,
  type StreamingRead,
  StreamNotFoundError,
} from '@eventstore/db-client'
import { pause, pauseMs } from '../timing.ts'
import { waitWithinBudget } from '../waiting-budget.ts'
import type { Connection } from './connection.ts'
import { asError, isNoSuchPosition, isRefusal, isSenseless } from './errors.ts'
import {
  type EventMacs,
  EventStoreUnavailable,
  PositionNotInLog,
  type StoredEvent,
  type StreamRead,
} from './event-store.ts'
import type { LogPosition } from './log-position.ts'
import { isSystemEvent, resolvedEvent } from './stored-event.ts'

const LOG_PAGE = 500

export interface ReaderSettings {
  readonly macs: EventMacs
  /** How long a read may be silent. */
  readonly readTimeoutMs: number
  /** For how long a failing read is retried. */
  readonly resolveWithinMs: number
}

export interface Reader {
  readonly readStream: (
    stream: string,
    read: StreamRead,
    deadlineMs?: number,
  ) => Promise<readonly StoredEvent[]>
  readonly readLog: (behind: LogPosition) => AsyncGenerator<StoredEvent, void>
  readonly eventAt: (position: LogPosition) => Promise<StoredEvent | undefined>
  /** The last event in the log, system events included. */
  readonly lastInLog: (deadlineMs?: number) => Promise<StoredEvent | undefined>
  /** Reads the last event once, without retries; rejects if there is no answer in time. */
  readonly probe: (timeoutMs: number) => Promise<void>
  /** Reads the events after a position once, without retries, system events included. */
  readonly logBehind: (position: LogPosition, maxCount: number) => Promise<readonly StoredEvent[]>
}

export function createReader(connection: Connection, settings: ReaderSettings): Reader {
  const tried = <Answer>(read: () => Promise<Answer>, deadlineMs?: number) =>
    waitWithinBudget(settings.resolveWithinMs, (budgetEndsMs) =>
      untilAnswered(connection, read, deadlineMs ?? budgetEndsMs),
    )
  const reporter = connection.reporter()

  async function collect(
    open: () => StreamingRead<ResolvedEvent>,
    timeoutMs = settings.readTimeoutMs,
  ) {
    const inUse = connection.inUse()
    try {
      const resolved = await wholeRead(open(), timeoutMs)
      // A read whose client was replaced ends early without an error.
      if (inUse.aborted) throw new Error('the read was cut off')
      reporter.answered()
      return resolved.map((event) => locatedEvent(event, settings.macs))
    } catch (error) {
      if (isAnswer(error)) reporter.answered()
      else reporter.failed(asError(error))
      throw error
    }
  }

  /** Events from a position on, the event at that position included. */
  const logFrom = (position: LogPosition, maxCount: number) =>
    collect(() =>
      connection.client().readAll({ fromPosition: clientPosition(position), maxCount }),
    ).catch((error: unknown) => {
      throw isNoSuchPosition(error) ? new PositionNotInLog(position, { cause: error }) : error
    })

  const openEnd = () =>
    connection.client().readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })

  async function* readLog(behind: LogPosition) {
    for (let seen = behind; ; ) {
      const from = seen
      const page = await tried(() => logFrom(from, LOG_PAGE))
      for (const event of page) {
        if (event.position > from && !isSystemEvent(event)) yield event
      }
      seen = page.at(-1)?.position ?? seen
      if (page.length < LOG_PAGE) return
    }
  }

  return {
    readStream: (stream, read, deadlineMs) =>
      tried(
        () => collect(() => openStream(connection, stream, read)).catch(emptyIfMissing),
        deadlineMs,
      ),
    readLog,
    eventAt: (position) => tried(() => firstAt(logFrom, position)),
    lastInLog: (deadlineMs) => tried(async () => (await collect(openEnd)).at(-1), deadlineMs),
    probe: async (timeoutMs) => {
      await collect(openEnd, timeoutMs)
    },
    logBehind: async (position, maxCount) => {
      const page = await logFrom(position, maxCount + 1)
      return page.filter((event) => event.position > position)
    },
  }
}

/** The store answered that there is nothing to read. */
const isAnswer = (error: unknown) => error instanceof StreamNotFoundError || isNoSuchPosition(error)

async function firstAt(
  logFrom: (position: LogPosition, maxCount: number) => Promise<readonly StoredEvent[]>,
  position: LogPosition,
) {
  try {
    const [first] = await logFrom(position, 1)
    return first?.position === position ? first : undefined
  } catch (error) {
    if (error instanceof PositionNotInLog) return undefined
    throw error
  }
}

/** A position as the client takes it. */
const clientPosition = (position: LogPosition) => {
  const commit = BigInt(position.toString())
  return commit > 0n ? { commit, prepare: commit } : START
}
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

async function untilAnswered<Answer>(
  connection: Connection,
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

function wholeRead(read: StreamingRead<ResolvedEvent>, timeoutMs: number) {
  return new Promise<readonly ResolvedEvent[]>((resolve, reject) => {
    const events: ResolvedEvent[] = []
    const timer = setTimeout(() => fail(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
    function fail(reason: Error) {
      clearTimeout(timer)
      reject(reason)
      read.cancel().catch(() => undefined)
    }
    read.on('data', (event: ResolvedEvent) => {
      timer.refresh()
      events.push(event)
    })
    read.on('error', fail)
    read.on('end', () => {
      clearTimeout(timer)
      resolve(events)
    })
  })
}
