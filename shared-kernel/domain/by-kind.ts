type Kinds = Readonly<Record<string, string>>
type KindIn<Fields extends Kinds> = Fields[keyof Fields]

type ByKind<Fields extends Kinds, Of extends Readonly<Record<KindIn<Fields>, unknown>>> = {
  readonly [Name in keyof Fields]: Of[Fields[Name]]
}

/** For each field of a description what its kind stands for. */
export function byKind<
  Fields extends Kinds,
  const Of extends Readonly<Record<KindIn<Fields>, unknown>>,
>(fields: Fields, of: Of): ByKind<Fields, Of>
export function byKind(fields: Kinds, of: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, of[kind]]))
}

type Readers<Fields extends Kinds> = Readonly<Record<KindIn<Fields>, (value: never) => unknown>>

/** For each field of a description what the reader of its kind makes of the data's value. */
export function readByKind<Fields extends Kinds, Read extends Readers<Fields>>(
  fields: Fields,
  data: { readonly [Name in keyof Fields]?: Parameters<Read[Fields[Name]]>[0] },
  read: Read,
): { readonly [Name in keyof Fields]: ReturnType<Read[Fields[Name]]> }
export function readByKind(
  fields: Kinds,
  data: Readonly<Record<string, unknown>>,
  read: Readonly<Record<string, (value: unknown) => unknown>>,
) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, kind]) => [name, read[kind]?.(data[name])]),
  )
}
