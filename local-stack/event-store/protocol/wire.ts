/**
 * Encodes Protocol Buffers by hand, for two messages that are sent tens of thousands of times per
 * second: the generated code would take most of the time of a read.
 */
export interface WireWriter {
  readonly number: (field: number, value: bigint) => void
  readonly text: (field: number, value: string) => void
  /** A nested message. */
  readonly message: (field: number, fill: () => void) => void
  readonly bytes: (field: number, value: Uint8Array) => void
}

const LENGTH_DELIMITED = 2
export const FRAME_HEAD_BYTES = 5

/** A message after its gRPC length prefix; `room` is an upper bound for its size. */
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
  /** The length is known only afterwards; it usually fits into the one byte reserved for it. */
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

/** An encoded message after its gRPC length prefix. */
export function framed(message: Uint8Array): Buffer {
  const buffer = Buffer.allocUnsafe(FRAME_HEAD_BYTES + message.length)
  buffer[0] = 0
  buffer.writeUInt32BE(message.length, 1)
  buffer.set(message, FRAME_HEAD_BYTES)
  return buffer
}
