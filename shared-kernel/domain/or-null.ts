type OrNull<Data, Name extends keyof Data> = {
  readonly [N in Name]-?: Exclude<Data[N], undefined> | null
}

/** The data's values of the fields that are named; null for each that the data lacks. */
export function orNull<Data extends object, Name extends keyof Data & string>(
  data: Data,
  fields: Readonly<Record<Name, unknown>>,
): OrNull<Data, Name>
export function orNull(
  data: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, data[name] ?? null]))
}
