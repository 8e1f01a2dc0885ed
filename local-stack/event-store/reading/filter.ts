import type { RecordedEvent } from '../recorded-event.ts'

/** Which events of the log a subscriber wants, and how often it hears how far it has come. */
export interface LogFilter {
  readonly on: 'stream' | 'type'
  readonly match:
    | { readonly kind: 'prefixes'; readonly prefixes: readonly string[] }
    | { readonly kind: 'regex'; readonly regex: RegExp }
  /** Events considered, matching or not, between two checkpoints. */
  readonly checkpointInterval: bigint
}

export function matches(filter: LogFilter, event: RecordedEvent): boolean {
  const text = filter.on === 'stream' ? event.stream : event.type
  const { match } = filter
  if (match.kind === 'regex') return match.regex.test(text)
  return match.prefixes.some((prefix) => text.startsWith(prefix))
}

/** The part of a filter that the database can apply. */
export function prefixesOf(filter: LogFilter | undefined) {
  if (filter?.match.kind !== 'prefixes') return {}
  const { prefixes } = filter.match
  return filter.on === 'stream' ? { streamPrefixes: prefixes } : { typePrefixes: prefixes }
}
