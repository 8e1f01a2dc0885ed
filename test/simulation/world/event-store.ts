import type { Write } from '#kernel/platform/event-store/append-request.ts'
import { createAppender } from '#kernel/platform/event-store/appender.ts'
import {
  type EventMacs,
  type EventStore,
  type LogPlace,
  type LogSubscription,
  placeBehind,
  type StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { untilAnswered } from '#kernel/platform/event-store/reader.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { answerWithin } from '#kernel/platform/waiting/timing.ts'
import { waitWithinBudget } from '#kernel/platform/waiting/waiting-budget.ts'
import type { SimulatedLog } from './log.ts'
import type { Network } from './network.ts'
import type { Process, VirtualTime } from './time.ts'

interface Connected {
  readonly log: SimulatedLog
  readonly network: Network
  readonly time: VirtualTime
  readonly macs: EventMacs
  readonly logger: Logger
  /** Told of each append that has arrived, before its answer leaves. */
  readonly appended?: (process: Process | undefined) => void
  /** Before each append leaves. */
  readonly appends?: (write: Write, process: Process | undefined) => void
}

const APPEND_TIMEOUT_MS = 2_500
const READ_TIMEOUT_MS = 5_000
const RESOLVE_WITHIN_MS = 8_000
const CLOSE_WITHIN_MS = 5_000

/** The log as one process reaches it. Appends in doubt are settled by the code that settles them in production. */
export function eventStoreOn(connected: Connected): EventStore {
  const { log, network, time, macs, logger, appended = () => undefined, appends } = connected
  const closing = new AbortController()

  const arriving = <Answer>(process: Process | undefined, append: () => Answer) =>
    network.call('log', () => {
      const answer = append()
      appended(process)
      return answer
    })

  const asked = <Answer>(work: () => Answer, deadlineMs?: number): Promise<Answer> =>
    waitWithinBudget(RESOLVE_WITHIN_MS, (budgetEndsMs) =>
      untilAnswered(
        { closed: closing.signal },
        () => answerWithin(READ_TIMEOUT_MS, network.call('log', work)),
        deadlineMs ?? budgetEndsMs,
      ),
    )

  const reader = {
    readStream: (
      stream: string,
      page: Parameters<EventStore['readStream']>[1],
      deadlineMs?: number,
    ) => asked(() => pageOf(log.stream(stream), page), deadlineMs),
  }

  const call = {
    attempt(write: Write, timeoutMs: number) {
      const process = time.process()
      appends?.(write, process)
      const appending = arriving(process, () => log.append(write, time.now()))
      return answerWithin(timeoutMs, appending)
    },
    cancel: () => undefined,
  }
  const appender = createAppender({
    connection: { awaited: (work) => work(), closed: closing.signal },
    calls: { ready: () => call, opened: async () => call, cancel: () => undefined },
    reader,
    identity: { anotherLog: () => undefined, seen: () => undefined },
    macs,
    clock: undefined,
    settings: {
      appendTimeoutMs: APPEND_TIMEOUT_MS,
      resolveWithinMs: RESOLVE_WITHIN_MS,
      closeTimeoutMs: CLOSE_WITHIN_MS,
      writes: false,
    },
    logger,
  })

  return {
    append: appender.append,
    readStream: reader.readStream,
    async *readLog(behind) {
      yield* await asked(() => log.events().filter(({ position }) => position > behind))
    },
    async *readLogBack({ before, streamPrefixes = [''] }) {
      yield* await asked(() =>
        log
          .events()
          .filter(({ position }) => before === undefined || position < before)
          .filter(({ stream }) => streamPrefixes.some((prefix) => stream.startsWith(prefix)))
          .toReversed(),
      )
    },
    eventAt: (position) => asked(() => log.events().find((event) => event.position === position)),
    headOfLog: () => asked(() => log.events().at(-1)?.position ?? START_OF_LOG),
    checkPlace: async () => undefined,
    anotherLog: () => undefined,
    lastSeen: () => undefined,
    subscribe: (wanted) => subscription({ log, network, time }, wanted),
    damagedStreams: async () => [],
    metDamages: () => 0,
    standstills: () => [],
    clockOffsetMs: () => 0,
    async close() {
      closing.abort()
      await appender.close()
    },
  }
}

export function pageOf(
  all: readonly StoredEvent[],
  { from, direction = 'forwards', maxCount }: Parameters<EventStore['readStream']>[1],
): readonly StoredEvent[] {
  const first = Number(from ?? (direction === 'forwards' ? 0n : BigInt(all.length - 1)))
  return direction === 'forwards'
    ? all.slice(first, first + maxCount)
    : all.slice(Math.max(first + 1 - maxCount, 0), first + 1).toReversed()
}

const AGAIN_AFTER_MS = 1_000

/** Delivers what is in the log, batch by batch, each over the network; what is lost there is sent again. */
function subscription(
  { log, network, time }: Pick<Connected, 'log' | 'network' | 'time'>,
  { after, streamPrefixes, maxBatch, handle }: LogSubscription,
): ReturnType<EventStore['subscribe']> {
  const ended = Promise.withResolvers<void>()
  const process = time.process()
  let place: LogPlace = after
  let isClosed = false
  let isBusy = false
  const isWanted = ({ stream }: StoredEvent) =>
    streamPrefixes === undefined || streamPrefixes.some((prefix) => stream.startsWith(prefix))

  function close() {
    if (isClosed) return
    isClosed = true
    stopListening()
    if (!isBusy) ended.resolve()
  }

  async function deliver() {
    const events = log.events().filter(({ position }) => position > place.position)
    const batch = events.slice(0, maxBatch)
    const last = batch.at(-1)
    if (last === undefined) return
    await handle(batch.filter(isWanted), placeBehind(last))
    place = placeBehind(last)
  }

  /** One batch at a time; more that comes in the meantime is delivered afterwards. */
  function wake() {
    if (isBusy || isClosed || process?.isAlive === false) return
    isBusy = true
    const { requestMs } = network.way('log', process)
    time.within(process, () =>
      time.after(requestMs ?? AGAIN_AFTER_MS, () => {
        const work = isClosed || requestMs === null ? Promise.resolve() : deliver()
        work.then(
          () => {
            isBusy = false
            if (isClosed) return ended.resolve()
            const isBehind = (log.events().at(-1)?.position ?? START_OF_LOG) > place.position
            return isBehind && wake()
          },
          (error: unknown) => {
            isBusy = false
            isClosed = true
            stopListening()
            ended.reject(error)
          },
        )
      }),
    )
  }
  const stopListening = log.listen(wake)
  wake()
  return {
    ended: ended.promise,
    place: () => place,
    lastHeardAt: () => time.now(),
    close: async () => {
      close()
      await ended.promise
    },
  }
}
