import { accessEvents } from '#kernel/events/access.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { streamPages } from '#kernel/platform/event-store/stream-pages.ts'
import { accessStream } from '../access/access-log.ts'
import type { AuditedLog, AuditedSystem } from '../audited-system.ts'
import type { OwnedSubject } from '../nouns.ts'
import { inLogOrder } from './in-log-order.ts'
import { placeNear, recordedMs, SLACK_MS } from './place-in-time.ts'
import {
  type HistorySource,
  isReferenceDataOf,
  type Pages,
  referencePrefixes,
  sourcesOf,
} from './streams-of.ts'

/** What a history is about: a record, everything of a company, or the accesses to its records. */
export type HistoryOf =
  | OwnedSubject
  | { readonly noun: 'everything' | 'accesses'; readonly companyId: string }

export interface HistoryReading {
  readonly order: 'newest' | 'oldest'
  /** Goes on behind this position, in that order. */
  readonly behind?: LogPosition | undefined
  /** Epoch milliseconds, both within the period. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

interface History {
  /** In the order asked for, also some that are not about it, so that the reader can stop at any time. */
  readonly events: AsyncIterable<StoredEvent>
  readonly isAbout: (event: StoredEvent) => boolean
}

const PAGE = 100
const DAY_MS = 86_400_000
const MOST_DAYS = 31

export async function readHistory(
  system: Pick<AuditedSystem, 'log' | 'pool'>,
  subject: HistoryOf,
  reading: HistoryReading,
): Promise<History> {
  const { companyId } = subject
  if (subject.noun === 'everything') {
    const isAbout = ({ metadata }: StoredEvent) => metadata['companyId'] === companyId
    return { events: await wholeLog(system, reading), isAbout }
  }
  if (subject.noun === 'company') {
    const events = await wholeLog(system, reading, referencePrefixes(companyId))
    return { events, isAbout: isReferenceDataOf(companyId) }
  }
  const sources =
    'id' in subject ? await sourcesOf(system.log, subject) : accessesIn(companyId, reading)
  const wanted = new Map(sources.map(({ stream, isWanted }) => [stream, isWanted]))
  const pages = sources.map((source) => streamFrom(system.log, source, reading))
  return {
    events: inLogOrder(pages, { isBackwards: reading.order === 'newest' }),
    isAbout: (event) =>
      event.metadata['companyId'] === companyId && wanted.get(event.stream)?.(event) === true,
  }
}

/** One stream for each day; of a long period the days nearest to its end. */
function accessesIn(
  companyId: string,
  { from, to = Date.now() }: HistoryReading,
): readonly HistorySource[] {
  const last = Math.floor(to / DAY_MS)
  const first = Math.max(last - MOST_DAYS, from === undefined ? 0 : Math.floor(from / DAY_MS))
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const day = new Date((first + index) * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length)
    return { stream: accessStream(companyId, day), from: 0n, isWanted: isAccess }
  })
}

const isAccess = ({ type }: StoredEvent) => accessEvents.types.has(type)

async function wholeLog(
  { log, pool }: Pick<AuditedSystem, 'log' | 'pool'>,
  { order, behind: asked, from, to }: HistoryReading,
  streamPrefixes?: readonly string[],
): Promise<AsyncIterable<StoredEvent>> {
  // An address may be anything, or of a log that was moved.
  const behind = asked && (await log.eventAt(asked))?.position
  if (order === 'newest') {
    const before = behind ?? (to && (await placeNear({ log, pool }, to, 'behind')))
    return log.readLogBack({ before: before || undefined, streamPrefixes })
  }
  const start = behind ?? (from && (await placeNear({ log, pool }, from, 'before')))
  return log.readLog(start || START_OF_LOG)
}

async function* streamFrom(log: AuditedLog, source: HistorySource, reading: HistoryReading): Pages {
  const { stream } = source
  const start = await startIn(log, source, reading)
  if (reading.order === 'oldest') {
    yield* streamPages(log, stream, { from: start ?? source.from })
    return
  }
  for (let from = start; from === undefined || from >= source.from; ) {
    const range = from === undefined ? {} : { from }
    const page = await log.readStream(stream, {
      ...range,
      direction: 'backwards',
      maxCount: PAGE,
    })
    const own = page.filter(({ revision }) => revision >= source.from)
    if (own.length > 0) yield own
    const last = own.at(-1)
    if (last === undefined || own.length < PAGE || last.revision === 0n) return
    from = last.revision - 1n
  }
}

/** The first revision to read; undefined: the end of the stream in that direction. */
async function startIn(
  log: AuditedLog,
  source: HistorySource,
  { order, behind, from, to }: HistoryReading,
): Promise<bigint | undefined> {
  if (order === 'newest') {
    if (behind === undefined && to === undefined) return undefined
    const isPast = (event: StoredEvent) =>
      (behind !== undefined && event.position >= behind) ||
      (to !== undefined && recordedMs(event) > to + SLACK_MS)
    return (await firstWhere(log, source, isPast)) - 1n
  }
  if (behind === undefined && from === undefined) return undefined
  const isReached = (event: StoredEvent) =>
    (behind === undefined || event.position > behind) &&
    (from === undefined || recordedMs(event) >= from - SLACK_MS)
  return firstWhere(log, source, isReached)
}

/** By bisection: the first revision with the property, which all later ones have too. */
async function firstWhere(
  log: AuditedLog,
  { stream, from }: HistorySource,
  has: (event: StoredEvent) => boolean,
): Promise<bigint> {
  const [last] = await log.readStream(stream, { direction: 'backwards', maxCount: 1 })
  if (last === undefined) return from
  if (!has(last)) return last.revision + 1n
  let [low, high] = [from, last.revision]
  while (low < high) {
    const middle = (low + high) / 2n
    const [event] = await log.readStream(stream, { from: middle, maxCount: 1 })
    if (event === undefined || has(event)) high = middle
    else low = middle + 1n
  }
  return low
}

/** An event that does not say when it was recorded counts as of the store's clock. */
export const isOutside = (event: StoredEvent, { from, to }: HistoryReading): boolean => {
  const moment = recordedMs(event)
  return (from !== undefined && moment < from) || (to !== undefined && moment > to)
}

/** Nothing behind it can be within the period. */
export function isBeyond(event: StoredEvent, { order, from, to }: HistoryReading): boolean {
  const moment = recordedMs(event)
  return order === 'newest'
    ? from !== undefined && moment < from - SLACK_MS
    : to !== undefined && moment > to + SLACK_MS
}
