/**
 * Protocol Buffers by hand, for the two messages of which there are tens of thousands a second: the
 * generated code takes most of the time of a read.
 */
export interface WireWriter {
  readonly number: (field: number, value: bigint) => void
  readonly text: (field: number, value: string) => void
  /** A message inside this one. */
  readonly message: (field: number, fill: () => void) => void
  readonly bytes: (field: number, value: Uint8Array) => void
}

const LENGTH_DELIMITED = 2
const FRAME_HEAD_BYTES = 5

/** A message with the length that gRPC puts before it; `room` is no less than the message needs. */
export function frameOf(room: number, write: (writer: WireWriter) => void): Buffer {
  const buffer = Buffer.allocUnsafe(FRAME_HEAD_BYTES + room)
  let at = FRAME_HEAD_BYTES
  const varint = (value: number) => {
    let rest = value
    while (rest > 127) {
      buffer[at++] = (rest % 128) | 128
      rest = Math.floor(rest / 128)
    }
    buffer[at++] = rest
  }
  const longVarint = (value: bigint) => {
    let rest = value
    while (rest > 127n) {
      buffer[at++] = Number(rest & 127n) | 128
      rest >>= 7n
    }
    buffer[at++] = Number(rest)
  }
  /** The length is known only afterwards; most fit into the one byte that was left for it. */
  const message = (field: number, fill: () => void) => {
    buffer[at++] = (field << 3) | LENGTH_DELIMITED
    const start = at + 1
    at = start
    fill()
    const length = at - start
    const shift = lengthOfVarint(length) - 1
    if (shift > 0) buffer.copyWithin(start + shift, start, at)
    at = start - 1
    varint(length)
    at += length
  }
  write({
    number: (field, value) => {
      buffer[at++] = field << 3
      if (value <= BigInt(Number.MAX_SAFE_INTEGER)) varint(Number(value))
      else longVarint(value)
    },
    text: (field, value) => {
      buffer[at++] = (field << 3) | LENGTH_DELIMITED
      varint(Buffer.byteLength(value))
      at += buffer.write(value, at)
    },
    message,
    bytes: (field, value) => {
      buffer[at++] = (field << 3) | LENGTH_DELIMITED
      varint(value.length)
      buffer.set(value, at)
      at += value.length
    },
  })
  buffer[0] = 0
  buffer.writeUInt32BE(at - FRAME_HEAD_BYTES, 1)
  return buffer.subarray(0, at)
}

function lengthOfVarint(value: number): number {
  let length = 1
  for (let limit = 128; value >= limit; limit *= 128) length += 1
  return length
}

/** A message that the generated code has written, with its length before it. */
export function framed(message: Uint8Array): Buffer {
  const buffer = Buffer.allocUnsafe(FRAME_HEAD_BYTES + message.length)
  buffer[0] = 0
  buffer.writeUInt32BE(message.length, 1)
  buffer.set(message, FRAME_HEAD_BYTES)
  return buffer
}
