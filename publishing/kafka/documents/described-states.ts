import { type TSchema, Type } from 'typebox'
import { catalogue, dimensions } from '#publishing/events/catalogue.ts'
import { isKept } from '#publishing/events/decision.ts'
import type { Json } from '#publishing/events/public-event.ts'
import { moment, oneOf, text } from '#publishing/events/shapes.ts'
import { type StateNoun, stateNouns, stateTopic } from '../states/state-nouns.ts'
import { schemaDocument } from './schema-document.ts'

/** A topic of current states with its schema. */
export interface DescribedState {
  readonly topic: string
  readonly words: string
  readonly schema: Json
}

/** The fields of all events of the noun; what every event has is always there. */
function stateSchema(noun: string, { statusAfter }: StateNoun) {
  const events = [...catalogue, ...dimensions]
    .filter((family) => family.noun === noun)
    .flatMap(({ decisions }) => Array.from(decisions.values()))
    .flatMap((decision) => (isKept(decision) ? [] : [decision.schema.properties]))
  const names = new Set(events.flatMap((fields) => Object.keys(fields)))
  const fields = [...names].map((name) => {
    const shapes = distinct(
      events
        .flatMap((one) => Object.entries(one))
        .filter(([of]) => of === name)
        .map(([, shape]) => shape),
    )
    const shape = shapes.length === 1 && shapes[0] !== undefined ? shapes[0] : Type.Union(shapes)
    return [name, events.every((one) => name in one) ? shape : Type.Optional(shape)] as const
  })
  return Type.Object({ ...Object.fromEntries(fields), ...statusField(statusAfter), ...always })
}

const always = {
  lastEvent: text('The name of the last event that counts.'),
  updatedAt: moment('When that event was recorded.'),
}

const statusField = (statusAfter: StateNoun['statusAfter']) =>
  statusAfter === undefined
    ? {}
    : {
        status: Type.Optional(
          oneOf('What the events have led to.', [...new Set(Object.values(statusAfter))]),
        ),
      }

function distinct(shapes: readonly TSchema[]): TSchema[] {
  const byText = new Map(shapes.map((shape) => [JSON.stringify(shape), shape]))
  return [...byText.values()]
}

export const describedStates: readonly DescribedState[] = Object.entries(stateNouns).map(
  ([noun, description]) => {
    const topic = stateTopic(noun)
    const { words } = description
    return { topic, words, schema: schemaDocument(topic, words, stateSchema(noun, description)) }
  },
)
