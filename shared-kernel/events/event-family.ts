import { type Static, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { once } from '../domain/once.ts'
import { fieldsAtFault, MalformedEvent } from './malformed-event.ts'
import { type Data, isSealedValue, mapped, sealedAsDeclared } from './sealed-values.ts'

/** Replaces a personal value whose key has been destroyed. */
export const forgotten = { forgotten: true } as const
export type Forgotten = typeof forgotten

/**
 * Every field declares its class. `public` may be published, `internal` is never published,
 * `personal` and `secret` are sealed before they are written.
 */
interface PublicField<Schema extends TSchema> {
  readonly class: 'public'
  readonly schema: Schema
}

interface InternalField<Schema extends TSchema> {
  readonly class: 'internal'
  readonly schema: Schema
}

interface SealedField<Schema extends TSchema> {
  readonly class: 'personal' | 'secret'
  readonly schema: Schema
}

type Field = PublicField<TSchema> | InternalField<TSchema> | SealedField<TSchema>
type Fields = Readonly<Record<string, Field>>

export const publicField = <S extends TSchema>(schema: S): PublicField<S> => ({
  class: 'public',
  schema,
})
export const internal = <S extends TSchema>(schema: S): InternalField<S> => ({
  class: 'internal',
  schema,
})
export const personal = <S extends TSchema>(schema: S): SealedField<S> => ({
  class: 'personal',
  schema,
})
export const secret = <S extends TSchema>(schema: S): SealedField<S> => ({
  class: 'secret',
  schema,
})

type DataOf<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends SealedField<infer S>
    ? Static<S> | Forgotten
    : Static<F[K]['schema']>
}

type Types = Readonly<Record<string, Fields>>

type EventIn<T extends Types> = {
  readonly [K in keyof T & string]: { readonly type: K; readonly data: DataOf<T[K]> }
}[keyof T & string]

type PublicDataOf<F extends Fields> = {
  readonly [K in keyof F as F[K] extends PublicField<TSchema> ? K : never]: Static<F[K]['schema']>
}

type PublicPartIn<T extends Types> = {
  readonly [K in keyof T & string]: { readonly type: K; readonly data: PublicDataOf<T[K]> }
}[keyof T & string]

/** The union of a family's events, in their latest shape. */
export type EventOf<F> = F extends EventFamily<infer Event> ? Event : never

type Upcaster = (data: Data) => Data

/** A stored event, in the version in which it was written. */
export interface EncodedEvent {
  readonly type: string
  readonly version: number
  readonly data: Data
}

/** Seals the fields of one event; the result is plain JSON. */
export interface Sealer {
  readonly seal: (field: string, value: unknown) => string
}

/** Opens the fields of one event; undefined if the key has been destroyed. */
export interface Opener {
  readonly open: (field: string, sealed: string) => unknown
}

export interface AnyEvent {
  readonly type: string
  readonly data: Data
}

export interface EventFamily<Event extends AnyEvent, PublicPart extends AnyEvent = AnyEvent> {
  /** Streams are named `<category>-<id>`; the category has no hyphen. */
  readonly category: string
  /** By the name that is stored: a type that was renamed is also there under its former name. */
  readonly types: ReadonlyMap<string, EventTypeDescription>
  readonly encode: (event: Event, sealer: Sealer) => EncodedEvent
  /** Undefined if the type is not in this family. Throws on a version newer than this program's. */
  readonly decode: (encoded: EncodedEvent, opener: Opener) => Event | undefined
  /** The fields that may be published. Undefined if the event is not in this family. */
  readonly publicPartOf: (event: AnyEvent) => PublicPart | undefined
  /** Whether a key is needed to write events of this type. */
  readonly isSealed: (type: string) => boolean
}

export interface EventTypeDescription {
  /** The type's present name. */
  readonly name: string
  /** The latest version that was written under this name. */
  readonly version: number
  readonly fields: Fields
  readonly schema: TSchema
}

/** A name that a type had up to one of its versions. */
interface FormerName<Name extends string> {
  readonly now: Name
  readonly lastVersion: number
}

/**
 * A business noun's events. Shapes on disk never change: a new shape is a new version, and
 * `history` holds, for each type, one function for each step from version n to n + 1. A name on disk
 * never changes, either: what is stored under a former name is read as the type's present name.
 */
export function eventFamily<const T extends Types>(
  category: string,
  fieldsOf: T,
  history: Partial<Record<keyof T & string, readonly Upcaster[]>> = {},
  formerNames: Readonly<Record<string, FormerName<keyof T & string>>> = {},
): EventFamily<EventIn<T>, PublicPartIn<T>> {
  const types = new Map(
    Object.entries<Fields>(fieldsOf).map(([name, fields]) => [
      name,
      { name, ...eventType(fields, history[name] ?? []) },
    ]),
  )
  for (const [formerName, { now, lastVersion: version }] of Object.entries(formerNames)) {
    const type = types.get(now)
    if (type !== undefined) types.set(formerName, { ...type, version })
  }
  const malformed = (type: string, reason = 'the type is unknown') =>
    new MalformedEvent(`${category}.${type}`, reason)
  const isOneOfOurs = (event: AnyEvent): event is EventIn<T> =>
    types.get(event.type)?.check(event.data) === true
  const isPublicPart = (event: AnyEvent): event is PublicPartIn<T> =>
    types.get(event.type)?.checkPublicPart(event.data) === true

  return {
    category,
    types,
    isSealed: (type) => types.get(type)?.isSealed === true,

    encode(event, sealer) {
      const known = types.get(event.type)
      if (known?.check(event.data) !== true)
        throw malformed(event.type, known?.faultsOf(event.data))
      return { type: known.name, version: known.version, data: known.seal(event.data, sealer) }
    },

    decode({ type, version, data }, opener) {
      const known = types.get(type)
      if (known === undefined) return undefined
      if (version > known.version) throw malformed(type, `version ${version} is a later one`)
      const event = { type: known.name, data: known.upcast(known.unseal(data, opener), version) }
      if (!isOneOfOurs(event)) throw malformed(type, known.faultsOf(event.data))
      return event
    },

    publicPartOf({ type, data }) {
      const known = types.get(type)
      if (known === undefined) return undefined
      const event = { type, data: known.publicPartOf(data) }
      if (!isPublicPart(event)) throw malformed(type, known.publicFaultsOf(event.data))
      return event
    },
  }
}

const Forgotten = Type.Object({ forgotten: Type.Literal(true) })

function eventType(fields: Fields, upcasters: readonly Upcaster[]) {
  const ofAll = Object.entries(fields)
  const sealed = Object.keys(fields).filter((name) => isSealedField(fields[name]))
  const schema = Type.Object(
    Object.fromEntries(
      ofAll.map(([name, field]) => [
        name,
        isSealedField(field) ? Type.Union([field.schema, Forgotten]) : field.schema,
      ]),
    ),
  )
  const validator = once(() => Compile(schema))
  const publicFields = ofAll.filter(([, field]) => field.class === 'public')
  const publicValidator = once(() =>
    Compile(
      Type.Object(Object.fromEntries(publicFields.map(([name, field]) => [name, field.schema]))),
    ),
  )
  return {
    fields,
    schema,
    version: 1 + upcasters.length,
    isSealed: sealed.length > 0,
    check: (data: Data): boolean => validator().Check(data),
    checkPublicPart: (data: Data): boolean => publicValidator().Check(data),
    faultsOf: (data: Data): string => faultsIn(ofAll, data),
    publicFaultsOf: (data: Data): string => faultsIn(publicFields, data),
    publicPartOf: (data: Data): Data =>
      Object.fromEntries(publicFields.map(([name]) => [name, data[name]])),
    upcast: (data: Data, version: number): Data =>
      upcasters.slice(version - 1).reduce((value, step) => step(value), data),
    seal: (data: Data, sealer: Sealer): Data => ({
      ...data,
      ...mapped(sealed, data, (name, value) => ({ sealed: sealer.seal(name, value) })),
    }),
    unseal(data: Data, opener: Opener): Data {
      const unsealed = { ...sealedAsDeclared(data, sealed) }
      for (const name of Object.keys(data)) {
        const value = data[name]
        if (isSealedValue(value)) unsealed[name] = opener.open(name, value.sealed) ?? forgotten
      }
      return unsealed
    },
  }
}

function faultsIn(fields: readonly (readonly [string, Field])[], data: Data): string {
  const there = fields.filter(([name, field]) => !(isSealedField(field) && isForgotten(data[name])))
  const schema = Type.Object(Object.fromEntries(there.map(([name, field]) => [name, field.schema])))
  return fieldsAtFault(schema, data)
}

const isSealedField = (field: Field | undefined) =>
  field?.class === 'personal' || field?.class === 'secret'

/** A personal value, or null if it has been forgotten. */
export const valueUnlessForgotten = <T extends object | string>(
  value: T | Forgotten | null,
): T | null => (value === null || isForgotten(value) ? null : value)

const isForgotten = (value: unknown): value is Forgotten =>
  typeof value === 'object' && value !== null && 'forgotten' in value && value.forgotten === true
