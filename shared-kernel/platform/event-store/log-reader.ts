import { sharedRun } from '../waiting/shared-run.ts'
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
import { type LogPage, type PageRequest, pageFrom, readLogPage } from './log-page.ts'
import type { LogPosition } from './log-position.ts'
import { decodingOf, filterOf } from './neighbours.ts'
import type { StoreClient } from './store-client.ts'
import type { Seen } from './stored-event.ts'

const LOG_PAGE = 500
/** The store says nothing while it passes over events that do not match; the watch of the node notices its end. */
const FILTERING_MS = 60_000
/** Somebody reads the newest ones, and rarely on. */
const BACK_PAGE = 100
const WHOLE_BACK_PAGE = 2_000
/** The last event of ours may be forged. */
const NEAR_THE_END = 64

export interface LogReader {
  readonly readLog: (
    behind: LogPosition,
    which?: LogRead,
  ) => AsyncGenerator<readonly StoredEvent[], void>
  readonly readLogBack: (which: LogReadBack) => AsyncGenerator<readonly StoredEvent[], void>
  readonly eventAt: (position: LogPosition, deadlineMs?: number) => Promise<StoredEvent | undefined>
  readonly lastInLog: () => Promise<Seen | undefined>
  readonly placeAtEnd: () => Promise<LogPlace | undefined>
  readonly logBehind: (place: LogPlace, maxCount: number) => Promise<readonly Seen[]>
}

interface Dependencies {
  readonly client: () => StoreClient
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
  async function page(
    request: Pick<PageRequest, 'from' | 'isBackwards' | 'maxCount'>,
    which: Parameters<typeof filterOf>[1] = {},
  ): Promise<LogPage> {
    const filter = filterOf(macs, which)
    const timeoutMs = filter === undefined ? readTimeoutMs : FILTERING_MS
    const decoding = decodingOf(macs, which)
    const { from } = request
    try {
      return await once(() => readLogPage(client(), { ...request, filter, decoding, timeoutMs }))
    } catch (error) {
      if (typeof from === 'string' || !isNoSuchPosition(error)) throw error
      throw new PositionNotInLog(from, { cause: error })
    }
  }
  /** The log from a position on, what stands there included. */
  const pageAt = (position: LogPosition, maxCount: number, which: LogRead = {}) =>
    page({ from: pageFrom(position), maxCount }, which)
  const lastOnes = async (maxCount: number) => (await page({ from: 'end', maxCount })).seen

  return {
    async *readLog(behind, which) {
      const place = { position: behind, lastEvent: undefined }
      const pages = pagesBehind(place, (from) => tried(() => pageAt(from, LOG_PAGE, which)))
      for await (const fresh of pages) yield fresh.flatMap(({ event }) => event ?? [])
    },
    readLogBack: (which) => pagesBack((request) => tried(() => page(request, which)), which),
    eventAt: (position, deadlineMs) =>
      tried(() => eventIn(pageAt(position, 1), position), deadlineMs),
    lastInLog: () => tried(async () => (await lastOnes(1))[0]),
    placeAtEnd: sharedRun(() => tried(async () => endOf(await lastOnes(NEAR_THE_END)))),
    logBehind: async (place, maxCount) => {
      for await (const fresh of pagesBehind(place, (from) => pageAt(from, maxCount + 1))) {
        return fresh.slice(0, maxCount)
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
  page: (request: Pick<PageRequest, 'from' | 'isBackwards' | 'maxCount'>) => Promise<LogPage>,
  { before, toTheBeginning }: LogReadBack,
) {
  const maxCount = toTheBeginning === true ? WHOLE_BACK_PAGE : BACK_PAGE
  for (let from: LogPosition | 'end' = before ?? 'end'; ; ) {
    const { seen, isLast }: LogPage = await page({ from, isBackwards: true, maxCount })
    yield seen.flatMap(({ event }) => event ?? [])
    const earliest = seen.at(-1)?.position
    if (isLast || earliest === undefined) return
    from = earliest
  }
}
