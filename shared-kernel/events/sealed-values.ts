/** An event's data as JSON. */
export type Data = Readonly<Record<string, unknown>>

/** A value in clear where only a sealed one belongs was not written by us. */
export function sealedAsDeclared(data: Data, sealed: readonly string[]): Data {
  const bare = sealed.find((name) => data[name] != null && !isSealedValue(data[name]))
  if (bare !== undefined) throw new TypeError(`the field ${bare} of an event is not sealed`)
  return data
}

export const isSealedValue = (value: unknown): value is { sealed: string } =>
  typeof value === 'object' &&
  value !== null &&
  'sealed' in value &&
  typeof value.sealed === 'string'

/** The values of some fields, mapped by `change`; null means "no value" and stays null. */
export const mapped = (
  names: readonly string[],
  data: Data,
  change: (name: string, value: unknown) => unknown,
) =>
  Object.fromEntries(
    names
      .filter((name) => data[name] !== null && data[name] !== undefined)
      .map((name) => [name, change(name, data[name])]),
  )
