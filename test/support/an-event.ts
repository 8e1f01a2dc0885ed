import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import type { AnyEvent, EventFamily } from '#kernel/events/event-family.ts'
import { day, decimal, instant } from '#kernel/events/fields.ts'
import { fieldsAtFault } from '#kernel/events/malformed-event.ts'

type Values = Readonly<Record<string, unknown>>
type Of<Event extends AnyEvent, Type> = Extract<Event, { readonly type: Type }>

/** All that may be there is there, or nothing that may be left out. */
type Extent = 'full' | 'least'

/** An event of this type; what matters to the test is given. */
export type EventBuilder<Event extends AnyEvent> = <Type extends Event['type']>(
  type: Type,
  given?: Partial<Of<Event, Type>['data']>,
) => Of<Event, Type>

interface Usual<Event extends AnyEvent> {
  /** Of fields of any type that allow it. */
  readonly values?: Values
  readonly ofType?: { readonly [Type in Event['type']]?: Partial<Of<Event, Type>['data']> }
  readonly extent?: Extent
}

/** Builds a family's events from their schemas: what is not given is usual, or what the field's schema makes. */
export function eventsOf<Event extends AnyEvent>(
  { category, types }: Pick<EventFamily<Event>, 'types' | 'category' | 'decode'>,
  { values = {}, ofType = {}, extent = 'full' }: Usual<Event> = {},
): EventBuilder<Event> {
  const particulars = new Map<string, unknown>(Object.entries(ofType))
  const isOf = <Type>(type: Type, event: AnyEvent): event is Of<Event, Type> => {
    const schema = types.get(event.type)?.schema
    return event.type === type && schema !== undefined && Check(schema, event.data)
  }
  return (type, given = {}) => {
    const { schema, fields = {} } = types.get(type) ?? {}
    const made = Object.entries(fields).map(([name, field]) => [
      name,
      name in values && Check(field.schema, values[name])
        ? values[name]
        : valueOf(field.schema, [name], extent),
    ])
    const particular = particulars.get(type)
    const usual = { ...Object.fromEntries(made), ...(isValues(particular) ? particular : {}) }
    const event = { type, data: { ...usual, ...given } }
    if (isOf(type, event)) return event
    const fault = schema === undefined ? 'no such type' : fieldsAtFault(schema, event.data)
    throw new Error(`${category}.${type}: ${fault}`)
  }
}

/** The types of a family that have this field. */
export const typesOf = <Event extends AnyEvent>(
  { types }: Pick<EventFamily<Event>, 'types' | 'decode'>,
  field: string,
): readonly Event['type'][] => {
  const isOne = (name: string): name is Event['type'] => field in (types.get(name)?.fields ?? {})
  return types.keys().filter(isOne).toArray()
}

const plain = (schema: TSchema): Values => ({ ...schema })

const patterns = new Map<unknown, string>([
  [plain(decimal)['pattern'], '12.34'],
  [plain(instant)['pattern'], '2026-11-20T10:00:00.000Z'],
  [plain(day)['pattern'], '2026-11-20'],
])

/** Texts of which programs read something. */
const texts: Values = {
  timeZone: 'Europe/Istanbul',
  day: '2026-11-20',
  bookRevision: '41',
  number: '42',
  sequence: '42',
}

function valueOf(schema: TSchema, path: readonly string[], extent: Extent): unknown {
  const { anyOf, enum: oneOf, items, properties, type, pattern, ...rest } = plain(schema)
  if (extent === 'least' && isNullable(schema)) return null
  if (isList(anyOf)) return anyOf.filter(isSchema).map((one) => valueOf(one, path, extent))[0]
  if (isList(oneOf)) return oneOf[0]
  if (isSchema(items)) return extent === 'least' ? [] : [valueOf(items, path, extent)]
  if (isValues(properties)) {
    const members = Object.entries(properties).flatMap(([name, member]) =>
      isSchema(member) ? [[name, valueOf(member, [...path, name], extent)]] : [],
    )
    return Object.fromEntries(members)
  }
  if (type === 'boolean') return extent === 'full'
  if (type === 'integer' || type === 'number') return rest['minimum'] ?? 1
  if (type !== 'string') return rest['const'] ?? {}
  return patterns.get(pattern) ?? texts[path.at(-1) ?? ''] ?? `some ${path.join('.')}`
}

const isNullable = (schema: TSchema): boolean => {
  const { type, anyOf } = plain(schema)
  return type === 'null' || (isList(anyOf) && anyOf.filter(isSchema).some(isNullable))
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null
const isSchema = (value: unknown): value is TSchema => isValues(value)
