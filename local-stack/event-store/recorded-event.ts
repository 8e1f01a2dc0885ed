/** An event in the log, with its bytes as they were sent. */
export interface RecordedEvent {
  /** Place in the log: it grows from event to event, by how much an event takes up. */
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

/** What a client asks to have recorded. */
export type ProposedEvent = Omit<RecordedEvent, 'position' | 'stream' | 'revision' | 'created'>

/** The revision of the event that ends a stream for ever. */
export const TOMBSTONE_REVISION = 2n ** 63n - 1n

export const sizeOf = (event: ProposedEvent) =>
  event.data.length + event.metadata.length + 2 * event.type.length
