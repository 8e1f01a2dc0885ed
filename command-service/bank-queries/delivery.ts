import type { BookedFacts } from './contradictions.ts'

/** A transaction that the bank has delivered in this query. */
export interface DeliveredTransaction extends BookedFacts {
  readonly transactionId: string
}

/** What one query was given, as far as it decides which bookings the bank has repaired. */
export interface Delivery {
  /** The ids of bookings that could not be recorded. */
  readonly setAside: Set<string>
  /** By their stamps; only those of bookings that were open before. */
  readonly transactions: Map<string, DeliveredTransaction>
  /** The stamps of bookings that were open before. */
  readonly awaited: ReadonlySet<string>
}
