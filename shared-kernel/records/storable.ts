/** PostgreSQL holds neither NUL characters nor halves of characters. */
export function storable<Value>(value: Value): Value | string {
  if (typeof value !== 'string') return value
  return value.includes('\0') || !value.isWellFormed()
    ? value.replaceAll('\0', '\uFFFD').toWellFormed()
    : value
}
