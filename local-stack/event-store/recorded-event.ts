/** An event in the log, with its original bytes. */
export interface RecordedEvent {
  /** The offset in the log: it grows with each event by the event's size. */
  readonly position: bigint
  readonly stream: string
  readonly revision: bigint
  readonly id: string
  readonly type: string
  readonly contentType: string
  /** 100 ns ticks since 1970. */
  readonly created: bigint
  readonly data: Uint8Array
  readonly metadata: Uint8Array
}

/** An event that a client asks to append. */
export type ProposedEvent = Omit<RecordedEvent, 'position' | 'stream' | 'revision' | 'created'>

/** The revision of the event that ends a stream permanently. */
export const TOMBSTONE_REVISION = 2n ** 63n - 1n

export const sizeOf = (event: ProposedEvent) =>
  event.data.length + event.metadata.length + 2 * event.type.length
