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
import type { Connection } from './connection.ts'
import { asError, isRefusal, isSenseless } from './errors.ts'
import { EventStoreUnavailable, type StoredEvent, type StreamRead } from './event-store.ts'
import { isSystemEvent, storedEvent } from './stored-event.ts'
import { pause, pauseMs } from './waiting.ts'

const LOG_PAGE = 500

export interface ReaderSettings {
  /** How long a read may be silent. */
  readonly readTimeoutMs: number
  /** How long a failing read is tried again. */
  readonly resolveWithinMs: number
}

export interface Reader {
  readonly readStream: (
    stream: string,
    read: StreamRead,
    deadlineMs?: number,
  ) => Promise<readonly StoredEvent[]>
  readonly readLog: (from: bigint) => AsyncGenerator<StoredEvent, void>
  readonly headOfLog: () => Promise<bigint>
  /** One try at the events behind a position, system events included. */
  readonly logBehind: (position: bigint, maxCount: number) => Promise<readonly StoredEvent[]>
}

export function createReader(connection: Connection, settings: ReaderSettings): Reader {
  const deadline = () => Date.now() + settings.resolveWithinMs
  const tried = <Answer>(read: () => Promise<Answer>, deadlineMs: number) =>
    untilAnswered(connection, read, deadlineMs)
  const reporter = connection.reporter()

  async function collect(open: () => StreamingRead<ResolvedEvent>) {
    const inUse = connection.inUse()
    try {
      const resolved = await wholeRead(open(), settings.readTimeoutMs)
      // A read whose client was given up ends early without an error.
      if (inUse.aborted) throw new Error('the read was cut off')
      reporter.answered()
      return resolved.map(locatedEvent)
    } catch (error) {
      if (error instanceof StreamNotFoundError) reporter.answered()
      else reporter.failed(asError(error))
      throw error
    }
  }

  const logFrom = (position: bigint, maxCount: number) =>
    collect(() => connection.client().readAll({ fromPosition: logPosition(position), maxCount }))

  async function* readLog(from: bigint) {
    for (let next = from, seen = from - 1n; ; next = seen) {
      const page = await tried(() => logFrom(next, LOG_PAGE), deadline())
      for (const event of page) {
        if (event.position > seen && !isSystemEvent(event)) yield event
      }
      seen = page.at(-1)?.position ?? seen
      if (page.length < LOG_PAGE) return
    }
  }

  return {
    readStream: (stream, read, deadlineMs = deadline()) =>
      tried(
        () => collect(() => openStream(connection, stream, read)).catch(emptyIfMissing),
        deadlineMs,
      ),
    readLog,
    headOfLog: () =>
      tried(async () => {
        const last = { direction: BACKWARDS, fromPosition: END, maxCount: 1 } as const
        return (await collect(() => connection.client().readAll(last))).at(-1)?.position ?? 0n
      }, deadline()),
    logBehind: async (position, maxCount) => {
      const page = await logFrom(position, maxCount + 1)
      return page.filter((event) => event.position > position)
    },
  }
}

/** Positions in the log start at one: nought means its beginning. */
export const logPosition = (position: bigint) =>
  position > 0n ? { commit: position, prepare: position } : START

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
      if (isRefusal(error) || isSenseless(error)) throw error
      const pauseBeforeNextMs = pauseMs(failures)
      if (Date.now() + pauseBeforeNextMs >= deadlineMs) {
        throw new EventStoreUnavailable('the event store does not answer', { cause: error })
      }
      await pause(pauseBeforeNextMs, connection.closed)
    }
  }
}

function locatedEvent(resolved: ResolvedEvent): StoredEvent {
  const event = storedEvent(resolved)
  if (event === undefined) throw new Error('the store tells no position of an event')
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
