import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'

/** What it takes to write to the log and to read it back. */
export interface Log {
  readonly eventStore: EventStore
  readonly vault: Vault
  /** Epoch milliseconds. */
  readonly now: () => number
}
