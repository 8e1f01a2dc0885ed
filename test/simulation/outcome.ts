/** What came of a plan that was played to its end. */
export interface Outcome {
  /** What may not be; empty when all is well. */
  readonly faults: readonly string[]
  readonly steps: number
  /** Of what was recorded: the same seed gives the same one. */
  readonly digest: string
  readonly story: readonly string[]
}

/** The moments at which something can befall an instance. */
export interface Moments {
  /** How many there were from the first client on until the last one had its answer. */
  readonly appends: number
  readonly statements: number
}
