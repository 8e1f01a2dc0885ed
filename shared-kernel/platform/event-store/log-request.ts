import type { LogPosition } from './log-position.ts'
import { shared, streams } from './store-protocol.ts'

/** By the beginnings of streams' names, or of types. */
export type LogFilter =
  | { readonly streams: readonly string[] }
  | { readonly types: readonly string[] }

export interface LogRequest {
  /** A read from the `end` goes backwards. */
  readonly from: LogPosition | 'start' | 'end'
  /** A read of what stands before a position. */
  readonly isBackwards?: boolean
  /** A read of that many events, or a subscription. */
  readonly extent: number | 'subscription'
  readonly filter?: LogFilter | undefined
}

/** A read of the whole log, or a subscription to it, in the store's protocol. */
export function logRequest({
  from,
  extent,
  filter,
  isBackwards = from === 'end',
}: LogRequest): streams.ReadReq {
  const { Options } = streams.ReadReq
  const all = new Options.AllOptions()
  if (from === 'start') all.setStart(new shared.Empty())
  else if (from === 'end') all.setEnd(new shared.Empty())
  else {
    const digits = from.toString()
    all.setPosition(new Options.Position().setCommitPosition(digits).setPreparePosition(digits))
  }
  const { FORWARDS, BACKWARDS } = Options.ReadDirection
  const options = new Options()
    .setAll(all)
    .setReadDirection(isBackwards ? BACKWARDS : FORWARDS)
    .setUuidOption(new Options.UUIDOption().setString(new shared.Empty()))
  if (extent === 'subscription') options.setSubscription(new Options.SubscriptionOptions())
  else options.setCount(String(extent))
  if (filter === undefined) options.setNoFilter(new shared.Empty())
  else options.setFilter(optionsOf(filter))
  return new streams.ReadReq().setOptions(options)
}

/** The store tells how far it is after each window of events that do not match. */
function optionsOf(filter: LogFilter) {
  const { FilterOptions } = streams.ReadReq.Options
  const prefixes = 'streams' in filter ? filter.streams : filter.types
  const expression = new FilterOptions.Expression().setPrefixList([...prefixes])
  const options = new FilterOptions()
    .setCount(new shared.Empty())
    .setCheckpointintervalmultiplier(1)
  return 'streams' in filter
    ? options.setStreamIdentifier(expression)
    : options.setEventType(expression)
}
