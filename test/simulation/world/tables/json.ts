/** A JSON text as `jsonb` keeps it: of two keys the shorter one is first, then the lower one. */
export const jsonbText = (text: string): string => JSON.stringify(ordered(JSON.parse(text)))

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, of]) => [Buffer.from(key), key, of] as const)
  entries.sort(([one], [other]) => one.length - other.length || one.compare(other))
  return Object.fromEntries(entries.map(([, key, of]) => [key, ordered(of)]))
}
