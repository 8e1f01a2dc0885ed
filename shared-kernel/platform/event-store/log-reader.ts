import type { EventStoreDBClient } from '@eventstore/db-client'
import { isNoSuchPosition } from './errors.ts'
import {
  type EventMacs,
  type LogPlace,
  type LogRead,
  type LogReadBack,
  PositionNotInLog,
  referenceTo,
  type StoredEvent,
} from './event-store.ts'
import { type LogPage, pageFrom, readLogPage } from './log-page.ts'
import type { LogPosition } from './log-position.ts'
import { decodingOf } from './neighbours.ts'
import type { Seen } from './stored-event.ts'

const LOG_PAGE = 500
/** Somebody reads the newest ones, and rarely on. */
const BACK_PAGE = 100
const WHOLE_BACK_PAGE = 2_000
/** How far from the end the last event of ours is looked for. */
const NEAR_THE_END = 64

export interface LogReader {
  readonly readLog: (
    behind: LogPosition,
    which?: LogRead,
  ) => AsyncGenerator<readonly StoredEvent[], void>
  readonly readLogBack: (which: LogReadBack) => AsyncGenerator<readonly StoredEvent[], void>
  readonly eventAt: (position: LogPosition, deadlineMs?: number) => Promise<StoredEvent | undefined>
  readonly lastInLog: (deadlineMs?: number) => Promise<Seen | undefined>
  readonly placeAtEnd: (deadlineMs?: number) => Promise<LogPlace | undefined>
  readonly probe: (timeoutMs: number) => Promise<void>
  readonly logBehind: (place: LogPlace, maxCount: number) => Promise<readonly Seen[]>
}

interface Dependencies {
  readonly client: () => EventStoreDBClient
  /** One attempt, of which the connection learns. */
  readonly once: <Answer>(read: () => Promise<Answer>) => Promise<Answer>
  readonly tried: <Answer>(read: () => Promise<Answer>, deadlineMs?: number) => Promise<Answer>
  readonly macs: EventMacs
  readonly readTimeoutMs: number
}

export function createLogReader({
  client,
  once,
  tried,
  macs,
  readTimeoutMs,
}: Dependencies): LogReader {
  /** The log from a position on, what stands there included. */
  const pageAt = (position: LogPosition, maxCount: number, which: LogRead = {}): Promise<LogPage> =>
    once(() =>
      readLogPage(client(), {
        from: pageFrom(position),
        maxCount,
        decoding: decodingOf(macs, which),
        timeoutMs: readTimeoutMs,
      }),
    ).catch((error: unknown) => {
      throw isNoSuchPosition(error) ? new PositionNotInLog(position, { cause: error }) : error
    })

  const lastOnes = (maxCount: number, timeoutMs = readTimeoutMs) =>
    once(async () => {
      const decoding = decodingOf(macs, {})
      const page = await readLogPage(client(), { from: 'end', maxCount, decoding, timeoutMs })
      return page.seen
    })

  return {
    async *readLog(behind, which) {
      const place = { position: behind, lastEvent: undefined }
      const pages = pagesBehind(place, (from) => tried(() => pageAt(from, LOG_PAGE, which)))
      for await (const page of pages) yield page.flatMap(({ event }) => event ?? [])
    },
    readLogBack: (which) => pagesBack({ client, once, tried, macs, readTimeoutMs }, which),
    eventAt: (position, deadlineMs) =>
      tried(() => eventIn(pageAt(position, 1), position), deadlineMs),
    lastInLog: (deadlineMs) => tried(async () => (await lastOnes(1))[0], deadlineMs),
    placeAtEnd: (deadlineMs) => tried(async () => endOf(await lastOnes(NEAR_THE_END)), deadlineMs),
    probe: async (timeoutMs) => void (await lastOnes(1, timeoutMs)),
    logBehind: async (place, maxCount) => {
      for await (const page of pagesBehind(place, (from) => pageAt(from, maxCount + 1))) {
        return page.slice(0, maxCount)
      }
      return []
    },
  }
}

async function eventIn(page: Promise<LogPage>, position: LogPosition) {
  try {
    const { seen } = await page
    return seen[0]?.position === position ? seen[0].event : undefined
  } catch (error) {
    if (error instanceof PositionNotInLog) return undefined
    throw error
  }
}

/** From the last ones, backwards. */
function endOf(seen: readonly Seen[]): LogPlace | undefined {
  const ours = seen.find(({ event }) => event?.isGenuine === true)?.event
  return seen[0] && { position: seen[0].position, lastEvent: ours && referenceTo(ours) }
}

/**
 * Page by page. What stands between may be deleted at any time: then it goes on behind the last event of
 * ours, and passes over what it has read.
 */
async function* pagesBehind(
  { position, lastEvent }: LogPlace,
  page: (from: LogPosition) => Promise<LogPage>,
) {
  let [cursor, seenUpTo] = [position, position]
  const isBehindOurs = lastEvent !== undefined && lastEvent.position <= position
  let ours = isBehindOurs ? lastEvent.position : position
  for (;;) {
    const from = cursor
    const { seen, isLast } = await page(from).catch((error: unknown) => {
      if (error instanceof PositionNotInLog && from > ours) return { seen: [], isLast: false }
      throw error
    })
    const fresh = seen.filter((one) => one.position > seenUpTo)
    if (fresh.length > 0) yield fresh
    if (isLast) return
    seenUpTo = fresh.at(-1)?.position ?? seenUpTo
    ours = fresh.findLast(({ event }) => event?.isGenuine === true)?.position ?? ours
    cursor = seen.at(-1)?.position ?? ours
  }
}

/** Page by page from the end, or from before a position. */
async function* pagesBack(
  { client, once, tried, macs, readTimeoutMs: timeoutMs }: Dependencies,
  { before, streamPrefixes: streams, toTheBeginning }: LogReadBack,
) {
  const decoding = decodingOf(macs, {})
  const maxCount = toTheBeginning === true ? WHOLE_BACK_PAGE : BACK_PAGE
  const which = { isBackwards: true, maxCount, filter: streams && { streams } }
  for (let from: LogPosition | 'end' = before ?? 'end'; ; ) {
    const page = () => readLogPage(client(), { ...which, from, decoding, timeoutMs })
    const { seen, isLast } = await tried(() =>
      once(page).catch((error: unknown) => {
        if (from === 'end' || !isNoSuchPosition(error)) throw error
        throw new PositionNotInLog(from, { cause: error })
      }),
    )
    yield seen.flatMap(({ event }) => event ?? [])
    const earliest = seen.at(-1)?.position
    if (isLast || earliest === undefined) return
    from = earliest
  }
}
