/** A call that has arrived at the provider, or that an attempt in the log makes. */
export interface Call {
  readonly operation: string
  readonly uuid: string | null
  /** The attempt's id. */
  readonly requestId: string | null
}

/** An attempt is on record before its call is made, and makes one call at most. */
export function callFaults(arrived: readonly Call[], recorded: readonly Call[]): readonly string[] {
  const nameOf = ({ operation, uuid, requestId }: Call) => `${operation} of ${uuid} in ${requestId}`
  const begun = new Set(recorded.map(nameOf))
  const seen = new Set<string | null>()
  return arrived.flatMap((call) => {
    const isRepeated = seen.has(call.requestId)
    seen.add(call.requestId)
    return [
      ...(begun.has(nameOf(call)) ? [] : [`${nameOf(call)} was called outside of any attempt`]),
      ...(isRepeated ? [`${nameOf(call)} was called again`] : []),
    ]
  })
}
