import fc from 'fast-check'
import type { AnyEvent, EventTypeDescription } from '#kernel/events/event-family.ts'

type Schema = Readonly<Record<string, unknown>>
type Texts = fc.Arbitrary<string>

/** A text in fields that must not be published. */
const CANARY = 'GİZLİ-KANARYA'
/** The same in figures and days. */
const CANARY_NUMBER = 770_077_770_077
const CANARY_DECIMAL = `${CANARY_NUMBER}.770077`
const CANARY_DAY = '7700-07-07'

export const tellsOfCanary = (text: string): boolean =>
  [CANARY, String(CANARY_NUMBER), CANARY_DAY].some((canary) => text.includes(canary))

/** Words that a company, a client or a provider wrote: they may name somebody, public field or not. */
const WORDS = new Set([
  'attribute',
  'title',
  'lineName',
  'name',
  'statusDescription',
  'statusTitleDescription',
  'methodDescription',
])

const canaries: Texts = fc
  .string({ unit: 'grapheme', maxLength: 5 })
  .map((text) => `${CANARY}${text}`)

/**
 * Events of a type: what is not public holds canaries and nothing else, and a public field that may
 * hold any text has one of `openTexts`.
 */
export function eventsOf(
  type: string,
  { fields }: Pick<EventTypeDescription, 'fields'>,
  openTexts: Texts = fc.string({ maxLength: 20 }),
): fc.Arbitrary<AnyEvent> {
  const values = Object.entries(fields).map(([name, field]) => {
    const texts = field.class === 'public' ? openTexts : undefined
    // A template's title names an article; in a document it may have been changed by hand.
    return [name, valuesOf(field.schema, texts, type === 'TemplateRecorded' ? '' : name)] as const
  })
  return fc.record(Object.fromEntries(values)).map((data) => ({ type, data }))
}

/** `texts` are undefined where the value must not be published. */
function valuesOf(schema: object, texts: Texts | undefined, name = ''): fc.Arbitrary<unknown> {
  const { type, anyOf, const: constant, enum: values, items, properties }: Schema = { ...schema }
  if (constant !== undefined) return fc.constant(constant)
  if (Array.isArray(values)) return fc.constantFrom(...values)
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((one) => valuesOf(one, texts, name)))
  if (isSchema(items)) return fc.array(valuesOf(items, texts), { maxLength: 3 })
  if (isSchema(properties)) return objectsOf(properties, texts)
  switch (type) {
    case 'string':
      return textsOf(schema, WORDS.has(name) ? undefined : texts)
    case 'integer':
      return texts === undefined ? fc.constant(CANARY_NUMBER) : integersOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      // Anything: a row of somebody else's, say.
      return canaries
  }
}

const objectsOf = (properties: object, texts: Texts | undefined) =>
  fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]: [string, object]) => [
        name,
        valuesOf(schema, texts, name),
      ]),
    ),
  )

function textsOf(schema: object, texts: Texts | undefined): Texts {
  const { pattern }: Schema = { ...schema }
  const kind =
    typeof pattern === 'string' ? patterns.find(([start]) => pattern.startsWith(start)) : undefined
  if (kind === undefined) return texts ?? canaries
  const [, visible, hidden] = kind
  return texts === undefined ? fc.constant(hidden) : visible
}

const days = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())

const decimals = fc
  .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.nat({ max: 99_999_999 }))
  .map(([whole, part]) => `${whole}.${part}`)

/** Start of the pattern, texts that fit, and one that is a canary. */
const patterns: readonly (readonly [string, Texts, string])[] = [
  ['^-?[0-9]+', fc.oneof(decimals, fc.constantFrom('0', '1', '-5')), CANARY_DECIMAL],
  ['^[0-9]{4}-[0-9]{2}-[0-9]{2}T', days, `${CANARY_DAY}T07:07:07Z`],
  ['^[0-9]{4}-[0-9]{2}-[0-9]{2}$', days.map((day) => day.slice(0, 10)), CANARY_DAY],
]

function integersOf(schema: object): fc.Arbitrary<number> {
  const { minimum, maximum }: Schema = { ...schema }
  return fc.integer({
    min: typeof minimum === 'number' ? minimum : -1000,
    max: typeof maximum === 'number' ? maximum : 1000,
  })
}

const isSchema = (value: unknown): value is object => typeof value === 'object' && value !== null
