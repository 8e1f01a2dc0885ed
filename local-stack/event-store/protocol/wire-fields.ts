const VARINT = 0
const FIXED_64 = 1
const DELIMITED = 2
const FIXED_32 = 5

export interface WireField {
  readonly field: number
  /** A buffer shares memory with the message. Numbers of fixed length are not decoded. */
  readonly value: number | Buffer
}

/** The fields of a Protocol Buffers message, in their order. */
export function fieldsOf(bytes: Buffer): readonly WireField[] {
  const fields: WireField[] = []
  let at = 0
  const varint = () => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++]
      if (byte === undefined || factor > 2 ** 63) throw new RangeError('a number does not end')
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
  }
  const take = (length: number) => {
    if (at + length > bytes.length) throw new RangeError('a field is longer than its message')
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const tag = varint()
    const field = Math.floor(tag / 8)
    const kind = tag % 8
    if (field === 0) throw new RangeError('a field has no number')
    if (kind === VARINT) fields.push({ field, value: varint() })
    else if (kind === DELIMITED) fields.push({ field, value: take(varint()) })
    else if (kind === FIXED_64) take(8)
    else if (kind === FIXED_32) take(4)
    else throw new RangeError('a field is of an unknown kind')
  }
  return fields
}
