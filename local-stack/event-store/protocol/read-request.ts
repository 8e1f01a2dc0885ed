import { streams } from '#kernel/platform/event-store/store-protocol.ts'
import type { LogFilter } from '../reading/filter.ts'
import { expressionMatcher, type Matcher, prefixMatcher } from '../reading/matcher.ts'
import { streamName } from './proposals.ts'
import { invalid } from './refusal.ts'

/** The default number of events that a filter examines between two checkpoints. */
const DEFAULT_WINDOW = 32

const MAX_EXPRESSION_LENGTH = 8192

const MAX_PLACE = 2n ** 63n - 1n

/** Some clients use the greatest unsigned 64-bit number for the end. */
const END = String(2n ** 64n - 1n)

/** A revision in a stream, a position in the log. */
export type ReadFrom = 'start' | 'end' | bigint

export interface ReadStream {
  readonly kind: 'read-stream'
  readonly stream: string
  readonly place: ReadFrom
  readonly backwards: boolean
  readonly maxCount: number
}

export interface ReadLog {
  readonly kind: 'read-log'
  readonly place: ReadFrom
  readonly backwards: boolean
  readonly maxCount: number
  readonly filter: LogFilter | undefined
}

export interface FollowStream {
  readonly kind: 'follow-stream'
  readonly stream: string
  readonly place: ReadFrom
}

export interface FollowLog {
  readonly kind: 'follow-log'
  readonly place: ReadFrom
  readonly filter: LogFilter | undefined
}

export type ReadRequest = ReadStream | ReadLog | FollowStream | FollowLog

const directions = streams.ReadReq.Options.ReadDirection

export function readRequest(options: streams.ReadReq.Options | undefined): ReadRequest {
  if (options === undefined) throw invalid('the options are missing')
  const isSubscription = options.hasSubscription()
  if (!isSubscription && !options.hasCount()) throw invalid('how much to read is missing')
  if (!options.hasFilter() && !options.hasNoFilter()) throw invalid('neither a filter nor none')
  const backwards = options.getReadDirection() === directions.BACKWARDS
  if (!backwards && options.getReadDirection() !== directions.FORWARDS) {
    throw invalid('there is no such direction')
  }
  if (isSubscription && backwards) throw invalid('a subscription goes forwards')
  const extent = {
    backwards,
    maxCount: Math.min(Number(options.getCount()), Number.MAX_SAFE_INTEGER),
  }
  if (options.hasStream()) {
    if (options.hasFilter()) throw invalid('a filter is for $all, not for a stream')
    const source = streamOf(options.getStream())
    if (isSubscription) return { kind: 'follow-stream', ...source }
    return { kind: 'read-stream', ...source, ...extent }
  }
  const source = logOf(options)
  if (isSubscription) return { kind: 'follow-log', ...source }
  return { kind: 'read-log', ...source, ...extent }
}

function streamOf(options: streams.ReadReq.Options.StreamOptions | undefined) {
  if (options === undefined) throw invalid('the stream to read is missing')
  const place = placeOf(options, options.hasRevision() ? options.getRevision() : undefined)
  return { stream: streamName(options.getStreamIdentifier()), place }
}

function logOf(options: streams.ReadReq.Options) {
  const all = options.getAll()
  if (all === undefined) throw invalid('neither a stream nor $all is to be read')
  const position = all.getPosition()
  const commit = position?.getCommitPosition()
  if (BigInt(position?.getPreparePosition() ?? 0) > BigInt(commit ?? 0)) {
    throw invalid('the commit position cannot be less than the prepare position')
  }
  const place = placeOf(all, commit)
  return { place: place === 0n ? 'start' : place, filter: filterOf(options.getFilter()) } as const
}

function placeOf(
  from: { hasEnd(): boolean; hasStart(): boolean },
  exact: string | undefined,
): ReadFrom {
  if (exact === END) return 'end'
  if (exact !== undefined) return clamped(BigInt(exact))
  if (from.hasEnd()) return 'end'
  if (from.hasStart()) return 'start'
  throw invalid('the place to read from is missing')
}

/** Unsigned on the wire, signed in the table. */
const clamped = (place: bigint) => (place < MAX_PLACE ? place : MAX_PLACE)

function filterOf(options: streams.ReadReq.Options.FilterOptions | undefined) {
  if (options === undefined) return undefined
  const onStream = options.getStreamIdentifier()
  const expression = onStream ?? options.getEventType()
  if (expression === undefined) throw invalid('the filter has no expression')
  const multiplier = options.getCheckpointintervalmultiplier()
  const window = options.hasMax() ? options.getMax() : DEFAULT_WINDOW
  if (multiplier < 1 || window < 1) throw invalid('the checkpoint interval must be at least 1')
  return {
    on: onStream === undefined ? 'type' : 'stream',
    matcher: matcherOf(expression.getRegex(), expression.getPrefixList()),
    window,
    checkpointInterval: Math.min(multiplier * window, Number.MAX_SAFE_INTEGER),
  } satisfies LogFilter
}

function matcherOf(expression: string, prefixes: readonly string[]): Matcher {
  if (expression === '') return prefixMatcher(prefixes)
  if (expression.length > MAX_EXPRESSION_LENGTH) throw invalid('the regular expression is too long')
  try {
    return expressionMatcher(expression)
  } catch (error) {
    const fault = error instanceof Error ? error.message : 'unknown'
    throw invalid(`the regular expression of the filter cannot be used (RE2): ${fault}`)
  }
}
