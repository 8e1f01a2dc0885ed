import type streams from '@eventstore/db-client/generated/streams_pb.js'
import type { LogFilter } from '../reading/filter.ts'
import { streamName } from './proposals.ts'
import { invalid } from './refusal.ts'

/** Events that a filter considers between two checkpoints, unless the client says otherwise. */
const DEFAULT_WINDOW = 32

export interface ReadRequest {
  readonly source:
    | { readonly kind: 'stream'; readonly stream: string; readonly place: Place }
    | { readonly kind: 'log'; readonly place: Place; readonly filter: LogFilter | undefined }
  /** Undefined: a subscription. */
  readonly maxCount: number | undefined
  readonly backwards: boolean
  readonly uuidsAsText: boolean
}

/** A revision in a stream, a position in the log. */
export type Place = 'start' | 'end' | bigint

const BACKWARDS = 1

export function readRequest(message: streams.ReadReq): ReadRequest {
  const options = message.getOptions()
  if (options === undefined) throw invalid('the options are missing')
  if (!options.hasCount() && !options.hasSubscription()) throw invalid('how much is to be read?')
  return {
    source: sourceOf(options),
    maxCount: options.hasCount() ? countOf(options.getCount()) : undefined,
    backwards: options.getReadDirection() === BACKWARDS,
    uuidsAsText: options.getUuidOption()?.hasStructured() !== true,
  }
}

const countOf = (text: string) => Math.min(Number(text), Number.MAX_SAFE_INTEGER)

function sourceOf(options: streams.ReadReq.Options): ReadRequest['source'] {
  const stream = options.getStream()
  if (stream !== undefined) {
    const place = placeOf(stream, stream.hasRevision() ? stream.getRevision() : undefined)
    return { kind: 'stream', stream: streamName(stream.getStreamIdentifier()), place }
  }
  const all = options.getAll()
  if (all === undefined) throw invalid('neither a stream nor $all is to be read')
  const place = placeOf(all, all.getPosition()?.getCommitPosition())
  return { kind: 'log', place, filter: filterOf(options.getFilter()) }
}

function placeOf(from: { hasEnd(): boolean; hasStart(): boolean }, exact: string | undefined) {
  if (exact !== undefined) return BigInt(exact)
  if (from.hasEnd()) return 'end'
  if (from.hasStart()) return 'start'
  throw invalid('the place to read from is missing')
}

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
    match: matchOf(expression.getRegex(), expression.getPrefixList()),
    checkpointInterval: BigInt(multiplier) * BigInt(window),
  } satisfies LogFilter
}

function matchOf(regex: string, prefixes: readonly string[]): LogFilter['match'] {
  if (regex === '') return { kind: 'prefixes', prefixes }
  try {
    return { kind: 'regex', regex: new RegExp(regex, 'u') }
  } catch {
    throw invalid('the regular expression of the filter is not valid')
  }
}
