import type { ServerWritableStream } from '@grpc/grpc-js'

/** This many bytes are sent at once; fewer are sent at the end of the tick. */
const FLUSH_BYTES = 16 * 1024
/** The limit for bytes of one call that the network has not accepted yet. */
const MAX_UNSENT_BYTES = 64 * 1024

/** Messages of one call, each after its length, ready to be sent. */
export class Frames {
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

export interface FrameQueue {
  readonly add: (frame: Buffer) => void
  readonly flush: () => void
  /** Calls back once the network has accepted everything. */
  readonly whenSent: (callback: () => void) => void
  /** Whether so much is unsent that the caller should wait before adding more. */
  readonly isFull: () => boolean
}

/** Collects the messages of one tick and sends them together. */
export function createFrameQueue(
  call: Pick<ServerWritableStream<unknown, unknown>, 'write' | 'destroyed'>,
  onRoom: () => void,
): FrameQueue {
  let gathered: Buffer[] = []
  let gatheredBytes = 0
  let unsentBytes = 0
  let isScheduled = false
  const isFull = () => unsentBytes + gatheredBytes >= MAX_UNSENT_BYTES
  const flush = () => {
    if (gathered.length === 0) return
    const bytes = Buffer.concat(gathered, gatheredBytes)
    gathered = []
    gatheredBytes = 0
    unsentBytes += bytes.length
    call.write(new Frames(bytes), () => {
      unsentBytes -= bytes.length
      if (!isFull()) onRoom()
    })
  }
  const flushLater = () => {
    isScheduled = false
    if (!call.destroyed) flush()
  }
  return {
    add: (frame) => {
      gathered.push(frame)
      gatheredBytes += frame.length
      if (gatheredBytes >= FLUSH_BYTES) flush()
      else if (!isScheduled) {
        isScheduled = true
        process.nextTick(flushLater)
      }
    },
    flush,
    whenSent: (callback) => {
      flush()
      if (unsentBytes === 0) callback()
      else call.write(new Frames(Buffer.alloc(0)), callback)
    },
    isFull,
  }
}
