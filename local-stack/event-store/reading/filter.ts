import type { RecordedEvent } from '../recorded-event.ts'
import type { Prefixes } from '../storage/pages.ts'
import type { Matcher } from './matcher.ts'

/** The filter of a read of the log, and the interval of its checkpoints. */
export interface LogFilter {
  readonly on: 'stream' | 'type'
  readonly matcher: Matcher
  /** The number of events that are examined together during catch-up. */
  readonly window: number
  /** The number of events, matching or not, between two checkpoints. */
  readonly checkpointInterval: number
}

export function matches(filter: LogFilter | undefined, event: RecordedEvent): boolean {
  if (isHidden(event.stream)) return false
  return filter === undefined || filter.matcher.matches(textOf(filter, event))
}

const textOf = ({ on }: LogFilter, event: RecordedEvent) =>
  on === 'stream' ? event.stream : event.type

/** Streams that EventStoreDB never shows in `$all`. */
const hiddenStream =
  /^\$epoch-information$|^\$persistentsubscription-\$all::.*-(?:checkpoint|parked)$/

const isHidden = (stream: string) => stream.startsWith('$') && hiddenStream.test(stream)

/** With more prefixes a query costs more than it saves. */
const MAX_PREFIXES_OF_A_QUERY = 32

/** The part of a filter that the database can apply; undefined if there is none. */
export function prefixesOf(filter: LogFilter | undefined): Prefixes | undefined {
  const prefixes = filter?.matcher.prefixes
  if (prefixes === undefined || prefixes.length > MAX_PREFIXES_OF_A_QUERY) return undefined
  return filter?.on === 'stream' ? { streamPrefixes: prefixes } : { typePrefixes: prefixes }
}
