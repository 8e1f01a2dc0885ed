/** A follower of the log that makes no progress although there are events for it, or that was not given some. */
export interface Standstill {
  /** The follower's name. */
  readonly name: string
  /** A sentence: which follower stands still at which position and why, or what it lacks. */
  readonly reason: string
  /** How many events it was not given, of those that it has passed. */
  readonly missing?: number
}
