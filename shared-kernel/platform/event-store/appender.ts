import type { Logger } from '../process/logger.ts'
import { traced } from '../tracing/tracing.ts'
import { answerWithin, pause, pauseMs, waitAtMost } from '../waiting/timing.ts'
import { waitWithinBudget } from '../waiting/waiting-budget.ts'
import { PositionMissing } from './append-call.ts'
import { type AppendHealth, watchAppends } from './append-health.ts'
import { type Write, writeOf } from './append-request.ts'
import type { Connection } from './connection.ts'
import { DamagedStream } from './damaged-stream.ts'
import {
  AppendTooLarge,
  asError,
  isAccessDenied,
  isRefusal,
  NoRight,
  NoRightToWrite,
} from './errors.ts'
import {
  AnotherLog,
  type Appended,
  type EventMacs,
  type EventStore,
  EventStoreUnavailable,
  type ExpectedRevision,
  type NewEvent,
  RevisionConflict,
} from './event-store.ts'
import type { LogIdentity } from './log-identity.ts'
import type { Reader } from './reader.ts'
import type { ServerClock } from './server-clock.ts'
import type { SharedCall } from './shared-call.ts'
import { StreamDeletedError, WrongExpectedVersionError } from './store-client.ts'

const MAX_IN_FLIGHT = 2_000

/** A node that is gone must not take much time; a slow one gets more with each attempt. */
const tryMs = (failures: number) => 1_000 + 500 * failures

interface AppenderSettings {
  readonly appendTimeoutMs: number
  readonly resolveWithinMs: number
  readonly closeTimeoutMs: number
  readonly writes: boolean
}

export interface Appender {
  readonly append: EventStore['append']
  /** Waits for the appends in flight, within a limit; new ones are refused. */
  readonly close: () => Promise<void>
  readonly standstills: AppendHealth['standstills']
  /** Told of a read that was refused for lack of a right. */
  readonly denied: (error: NoRight) => void
}

interface Dependencies {
  readonly connection: Pick<Connection, 'awaited' | 'closed'>
  readonly calls: SharedCall
  readonly reader: Pick<Reader, 'readStream'>
  readonly identity: Pick<LogIdentity, 'anotherLog' | 'seen'>
  readonly macs: EventMacs
  /** Undefined where clocks are not compared. */
  readonly clock: ServerClock | undefined
  readonly settings: AppenderSettings
  readonly logger: Logger
}

export function createAppender(dependencies: Dependencies): Appender {
  const { connection, calls, identity, settings } = dependencies
  const inFlight = new Set<Promise<Appended>>()
  let closing = false
  const health = watchAppends(dependencies)
  connection.closed.addEventListener('abort', () => calls.cancel(new Error('closed')))

  return {
    append: async (stream, events, expected, sending = () => undefined) => {
      if (closing) throw new EventStoreUnavailable('the event store is closed')
      const anotherLog = identity.anotherLog()
      if (anotherLog !== undefined) throw anotherLog
      if (inFlight.size >= MAX_IN_FLIGHT) throw new EventStoreUnavailable('too many appends')
      const write = writeOf(stream, signed(dependencies.macs, stream, events, expected), expected)
      const before = Date.now()
      let failed = 0
      const attemptFailed = () => {
        failed += 1
      }
      const outcome = traced(spanOf(stream), () =>
        connection.awaited(() =>
          waitWithinBudget(settings.resolveWithinMs, (deadlineMs) =>
            appendUntilCertain(dependencies, { write, deadlineMs, sending, attemptFailed }),
          ),
        ),
      )
      inFlight.add(outcome)
      try {
        const appended = await outcome
        health.succeeded()
        expectWhereSigned(dependencies, write, appended)
        const id = events.at(-1)?.id.toLowerCase()
        if (id !== undefined) {
          identity.seen({ id, stream, ...appended })
          dependencies.clock?.appended(id, { before, after: Date.now() })
        }
        return appended
      } catch (error) {
        if (error instanceof EventStoreUnavailable) health.failed(error, failed)
        if (!isAccessDenied(error)) throw error
        health.failed(error)
        throw new NoRightToWrite(error)
      } finally {
        inFlight.delete(outcome)
      }
    },
    standstills: health.standstills,
    denied: (error) => {
      if (settings.writes && !closing) health.failed(error)
    },
    close: async () => {
      closing = true
      health.stop()
      await waitAtMost(settings.closeTimeoutMs, Promise.allSettled(inFlight))
    },
  }
}

/** A deleted stream takes what is expected to be its first event, and numbers on: it counts nowhere. */
function expectWhereSigned({ logger }: Dependencies, write: Write, { revision }: Appended) {
  const before = write.expected === 'no_stream' ? -1n : write.expected
  const expected = before + BigInt(write.ids.length)
  if (revision === expected) return
  const { stream } = write
  logger.error(
    { stream, signed: expected.toString(), revision: revision.toString() },
    'an event was written at another revision than the one it was signed for: somebody deleted the stream',
  )
  throw new DamagedStream(stream, `an append at revision ${expected} was written at ${revision}`)
}

/** The category alone: the rest of a stream's name may stand for a person. */
const spanOf = (stream: string) =>
  ({ name: `append ${stream.slice(0, stream.indexOf('-'))}`, kind: 'CLIENT' }) as const

/** The expected revision gives the revision of each event before it is written. */
function signed(
  macs: EventMacs,
  stream: string,
  events: readonly NewEvent[],
  expected: ExpectedRevision,
) {
  const first = expected === 'no_stream' ? 0n : expected + 1n
  return events.map((event, index) => macs.sign(stream, first + BigInt(index), event))
}

interface Sending {
  readonly write: Write
  readonly deadlineMs: number
  readonly sending: () => void
  readonly attemptFailed: () => void
}

/**
 * An append without an answer may have been written, or may be written later. It is sent again with
 * the same ids at the same revision; the store answers a repeat like the first append.
 */
async function appendUntilCertain(
  dependencies: Dependencies,
  { write, deadlineMs, sending, attemptFailed }: Sending,
) {
  const { connection, calls, settings, logger } = dependencies
  let setBack: AnotherLog | undefined
  for (let failures = 0; ; failures += 1) {
    const patienceMs = Math.min(settings.appendTimeoutMs, tryMs(failures))
    const timeoutMs = Math.min(patienceMs, Math.max(deadlineMs - Date.now(), 1))
    try {
      const call = calls.ready() ?? (await answerWithin(timeoutMs, calls.opened()))
      setBack = undefined
      sending()
      return await call.attempt(write, timeoutMs)
    } catch (error) {
      const reason = asError(error)
      attemptFailed()
      const finding = dependencies.identity.anotherLog()
      if (finding !== undefined) throw finding
      // A lagging node receives the last event later.
      if (reason instanceof AnotherLog && reason.isCertain) throw reason
      if (reason instanceof AnotherLog) setBack = reason
      const failure = { reason, deadlineMs, inDoubt: failures > 0 }
      const settled = await settledOutcome(dependencies, write, failure)
      if (settled !== undefined) return settled
      const pauseBeforeNextMs = pauseMs(failures)
      // No answer in what time was left takes nothing back of an answer before it.
      if (Date.now() + pauseBeforeNextMs >= deadlineMs) throw unavailable(write, setBack ?? reason)
      if (failures === 0) logger.warn({ err: reason, stream: write.stream }, 'append in doubt')
      await pause(pauseBeforeNextMs, connection.closed)
      if (connection.closed.aborted) throw unavailable(write, reason)
    }
  }
}

interface Failure {
  readonly reason: Error
  readonly deadlineMs: number
  /** Whether an earlier attempt may have been written. */
  readonly inDoubt: boolean
}

/** What a failed attempt proves: our events are in the log (returned), they never will be (thrown), or nothing. */
async function settledOutcome(dependencies: Dependencies, write: Write, failure: Failure) {
  const { reason, deadlineMs, inDoubt } = failure
  if (reason instanceof StreamDeletedError && !inDoubt) {
    throw new DamagedStream(write.stream, 'it was deleted or tombstoned', { cause: reason })
  }
  // What is too large now was too large before.
  if (reason instanceof AppendTooLarge) throw reason
  if (isRefusal(reason)) throw inDoubt ? unavailable(write, reason) : reason
  const conflict = reason instanceof WrongExpectedVersionError ? reason : undefined
  const mayStand = reason instanceof PositionMissing || (conflict !== undefined && inDoubt)
  const standing = mayStand
    ? await ownEvents(dependencies, write, deadlineMs).catch(unknownWithout(write))
    : undefined
  if (standing !== undefined) return standing
  if (conflict === undefined) return undefined
  throw new RevisionConflict(write.stream, revisionOrNone(conflict.actualVersion))
}

/** Reads the revisions that our events have if an attempt was written. */
async function ownEvents({ reader }: Dependencies, write: Write, deadlineMs: number) {
  const from = write.expected === 'no_stream' ? 0n : write.expected + 1n
  const wanted = { from, maxCount: write.ids.length }
  const found = await reader.readStream(write.stream, wanted, deadlineMs)
  const last = found.at(-1)
  const areOurs = write.ids.every((id, index) => found[index]?.id === id.toLowerCase())
  return areOurs && last !== undefined
    ? { revision: last.revision, position: last.position }
    : undefined
}

/** Who may not look cannot know. */
const unknownWithout = (write: Write) => (error: unknown) => {
  throw error instanceof NoRight ? unavailable(write, error) : error
}

const revisionOrNone = (revision: WrongExpectedVersionError['actualVersion']) =>
  typeof revision === 'bigint' && revision >= 0n ? revision : undefined

const unavailable = (write: Write, cause: Error) =>
  cause instanceof AnotherLog
    ? cause
    : new EventStoreUnavailable(`the outcome of an append to ${write.stream} is unknown`, { cause })
