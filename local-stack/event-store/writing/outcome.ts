import type { Refusal } from './decide.ts'

export interface Written {
  readonly kind: 'done'
  /** -1: there is no stream, because nothing was given to write. */
  readonly revision: bigint
  /** Of the last event, or of the log's when nothing was given; undefined when there is none to be seen. */
  readonly position: bigint | undefined
}

/** Its sender had stopped waiting before it was looked at; nothing was written. */
export interface Abandoned {
  readonly kind: 'abandoned'
}

/** How a write request ended. */
export type Outcome = Written | Refusal | Abandoned
