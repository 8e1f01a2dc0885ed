const INT8 = 20
const TEXT = 25
const BYTEA = 17
const UUID = 2950

/** A PostgreSQL array parameter in its binary form; text would double the size of every event. */
export const byteaArray = (values: readonly Uint8Array[]) => binaryArray(BYTEA, values)

export const textArray = (values: readonly string[]) =>
  binaryArray(
    TEXT,
    values.map((value) => Buffer.from(value)),
  )

export const uuidArray = (values: readonly string[]) =>
  binaryArray(
    UUID,
    values.map((value) => Buffer.from(value.replaceAll('-', ''), 'hex')),
  )

export const bigintArray = (values: readonly bigint[]) =>
  binaryArray(
    INT8,
    values.map((value) => {
      const bytes = Buffer.allocUnsafe(8)
      bytes.writeBigInt64BE(value)
      return bytes
    }),
  )

function binaryArray(elementType: number, values: readonly Uint8Array[]): Buffer {
  if (values.length === 0) return header([0, 0, elementType])
  const bytes = values.reduce((sum, value) => sum + 4 + value.length, 0)
  const array = Buffer.allocUnsafe(20 + bytes)
  let offset = header([1, 0, elementType, values.length, 1]).copy(array)
  for (const value of values) {
    offset = array.writeInt32BE(value.length, offset)
    array.set(value, offset)
    offset += value.length
  }
  return array
}

/** Dimensions, a flag for nulls, the element's type; with elements also their count and first index. */
function header(numbers: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(numbers.length * 4)
  for (const [index, number] of numbers.entries()) bytes.writeInt32BE(number, index * 4)
  return bytes
}
