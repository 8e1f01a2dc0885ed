const VARINT = 0
const FIXED_64 = 1
const DELIMITED = 2
const FIXED_32 = 5

/**
 * Reads a Protocol Buffers message by hand, field by field: after `next`, `number`, `text` or
 * `message` takes the field's value, or `skip` leaves it out.
 */
export class WireReader {
  readonly #buffer: Buffer
  #at: number
  readonly #end: number
  #kind = VARINT

  constructor(buffer: Buffer, at = 0, end = buffer.length) {
    this.#buffer = buffer
    this.#at = at
    this.#end = end
  }

  /** The number of the next field; 0 at the end of the message. */
  next(): number {
    if (this.#at >= this.#end) return 0
    const tag = this.#varint()
    this.#kind = tag & 7
    return tag >>> 3
  }

  number(): bigint {
    const start = this.#at
    const value = this.#varint()
    return value <= Number.MAX_SAFE_INTEGER ? BigInt(value) : this.#exactFrom(start)
  }

  text(): string {
    const start = this.#take()
    return this.#buffer.toString('utf8', start, this.#at)
  }

  message(): WireReader {
    const start = this.#take()
    return new WireReader(this.#buffer, start, this.#at)
  }

  /** The message as text, or its last bytes. */
  whole(last = this.#end - this.#at): string {
    return this.#buffer.toString('utf8', Math.max(this.#at, this.#end - last), this.#end)
  }

  skip(): void {
    if (this.#kind === VARINT) this.#varint()
    else if (this.#kind === DELIMITED) this.#take()
    else if (this.#kind === FIXED_64) this.#move(8)
    else if (this.#kind === FIXED_32) this.#move(4)
    else throw new RangeError(`a field of the unknown kind ${this.#kind}`)
  }

  /** Moves behind a value that begins with its length; where it starts. */
  #take(): number {
    const length = this.#varint()
    return this.#move(length)
  }

  #move(length: number): number {
    const start = this.#at
    if (length > this.#end - start) throw new RangeError('a field is longer than its message')
    this.#at = start + length
    return start
  }

  #varint(): number {
    let value = 0
    for (let factor = 1; this.#at < this.#end; factor *= 128) {
      const byte = this.#buffer[this.#at++] ?? 0
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
    throw new RangeError('a number does not end')
  }

  /** Of a number that was read already and does not fit into a JavaScript number. */
  #exactFrom(start: number): bigint {
    let value = 0n
    for (let at = this.#at - 1; at >= start; at--) {
      value = (value << 7n) | BigInt((this.#buffer[at] ?? 0) & 127)
    }
    return value
  }
}
