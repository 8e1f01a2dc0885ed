import type { Refusal } from './decide.ts'

export interface Written {
  readonly kind: 'done'
  /** -1: the request had no events and there is no stream. */
  readonly revision: bigint
  /** Of the request's last event, or of the log's if the request had none; undefined if that event is hidden. */
  readonly position: bigint | undefined
}

/** The sender had stopped waiting before the decision; nothing was written. */
export interface Abandoned {
  readonly kind: 'abandoned'
}

/** How a write request ended. */
export type Outcome = Written | Refusal | Abandoned
