/** A creating request, with the id from which the ids of its records derive. */
export interface Command {
  readonly id: string
  /** An earlier try may have got some of it done. */
  readonly isRepeated: boolean
  /** Epoch milliseconds of the first try. */
  readonly begunAt?: number
}
