import type { ServerWritableStream } from '@grpc/grpc-js'

/** What leaves at once when it has come together; less leaves at the end of the moment. */
const FLUSH_BYTES = 16 * 1024
/** How much of one call may be on its way into the network. */
const MAX_UNSENT_BYTES = 64 * 1024

/** Messages of one call, each with its length before it, to be sent as they are. */
export class Frames {
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

export interface FrameQueue {
  readonly add: (frame: Buffer) => void
  readonly flush: () => void
  /** Calls back once all of it has been taken by the network. */
  readonly whenSent: (callback: () => void) => void
  /** So much is on its way that whoever adds to it should wait. */
  readonly isFull: () => boolean
}

/** Gathers the messages of a moment, so that they leave together instead of one by one. */
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
