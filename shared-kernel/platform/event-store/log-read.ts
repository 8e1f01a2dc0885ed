import type { LogPosition } from './log-position.ts'

export interface LogRead {
  /** Also the events of other programs, marked as such. */
  readonly withNeighbours?: true | undefined
}

/** Backwards: what stands before a position, of streams whose names begin with one of the prefixes. */
export interface LogReadBack {
  /** By default from the end. */
  readonly before?: LogPosition | undefined
  readonly streamPrefixes?: readonly string[] | undefined
  /** Whoever reads to the beginning gets larger pages. */
  readonly toTheBeginning?: true | undefined
}
