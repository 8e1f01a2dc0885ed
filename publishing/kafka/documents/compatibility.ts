import type { Json } from '#publishing/events/public-event.ts'

/**
 * The changes of a schema that would break a reader of the frozen one. Records stay in their topic,
 * and readers are updated at any time, so a type may only gain optional fields.
 */
export function breakingChanges(frozen: unknown, today: unknown, path = 'data'): readonly string[] {
  if (!isObject(frozen) || !isObject(today)) {
    return JSON.stringify(frozen) === JSON.stringify(today) ? [] : [`${path} has changed`]
  }
  const keywords = [...new Set([...Object.keys(frozen), ...Object.keys(today)])]
  return [
    ...fieldChanges(frozen, today, path),
    ...keywords
      .filter((keyword) => !SAID_ELSEWHERE.has(keyword))
      .flatMap((keyword) => keywordChanges(frozen[keyword], today[keyword], `${path}: ${keyword}`)),
    ...breakingItems(frozen, today, path),
  ]
}

const ANNOTATIONS = ['$schema', '$id', 'title', 'description', 'examples']
const SAID_ELSEWHERE = new Set([...ANNOTATIONS, 'properties', 'required', 'items', 'anyOf'])

const keywordChanges = (frozen: unknown, today: unknown, path: string) =>
  JSON.stringify(frozen) === JSON.stringify(today)
    ? []
    : [`${path} was ${JSON.stringify(frozen)} and is ${JSON.stringify(today)}`]

function fieldChanges(frozen: Json, today: Json, path: string): readonly string[] {
  const before = fieldsOf(frozen)
  const after = fieldsOf(today)
  const known = [...before].flatMap(([name, schema]) => {
    const place = `${path}.${name}`
    const now = after.get(name)
    if (now === undefined) return [`${place} was removed`]
    const isLoosened = isRequired(frozen, name) && !isRequired(today, name)
    const loosened = isLoosened ? [`${place} was required and is now optional`] : []
    return loosened.concat(breakingChanges(schema, now, place))
  })
  const added = [...after.keys()]
    .filter((name) => !before.has(name) && isRequired(today, name))
    .map((name) => `${path}.${name} is new and required: existing records lack it`)
  return [...known, ...added]
}

function breakingItems(frozen: Json, today: Json, path: string): readonly string[] {
  const before = partsOf(frozen)
  const after = partsOf(today)
  if (before.length !== after.length) return [`${path} has other alternatives than before`]
  return before.flatMap((schema, index) => breakingChanges(schema, after[index], `${path}[]`))
}

const partsOf = ({ items, anyOf }: Json): readonly unknown[] => [
  ...(items === undefined ? [] : [items]),
  ...(Array.isArray(anyOf) ? anyOf : []),
]

const fieldsOf = ({ properties }: Json) =>
  new Map(Object.entries(isObject(properties) ? properties : {}))

const isRequired = ({ required }: Json, name: string) =>
  Array.isArray(required) && required.includes(name)

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
