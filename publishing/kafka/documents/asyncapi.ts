import { topics } from '#publishing/events/decision.ts'
import type { Json } from '#publishing/events/public-event.ts'
import { describedStates } from './described-states.ts'
import { typesInRecords } from './described-types.ts'
import { commonHeaders, ownHeaders } from './headers.ts'
import { topicWords } from './topic-words.ts'

/** The feed in AsyncAPI 3; payload schemas are separate files in the same folder. */
export function asyncApi(): Json {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Sarraf: public events',
      version: '1.0.0',
      description:
        'Events of the back office for analysts. CloudEvents 1.0 in binary mode. A `read_committed` consumer sees every event exactly once and, per key, in order. Personal data is left out; `personRef` is a pseudonym of the person.',
    },
    defaultContentType: 'application/json',
    channels: { ...eventChannels(), ...stateChannels() },
    operations: Object.fromEntries(
      [...topics.map((topic) => [topic, topicWords[topic]] as const), ...stateWords].map(
        ([topic, summary]) => [
          topic,
          { action: 'send', summary, channel: { $ref: `#/channels/${topic}` } },
        ],
      ),
    ),
    components: {
      messageTraits: { cloudEvent },
      messages: Object.fromEntries([
        ...typesInRecords.map((type) => [type.type, message(type.type, type.when)] as const),
        ...stateWords.map(([topic, words]) => [topic, message(topic, words)] as const),
      ]),
    },
  }
}

const stateWords = describedStates.map(
  ({ topic, words }) => [topic, `The current state of each key. ${words}`] as const,
)

const eventChannels = (): Json =>
  Object.fromEntries(
    topics.map((topic) => [
      topic,
      channel(
        topic,
        topicWords[topic],
        typesOf(topic).map(({ type }) => type),
      ),
    ]),
  )

const stateChannels = (): Json =>
  Object.fromEntries(stateWords.map(([topic, words]) => [topic, channel(topic, words, [topic])]))

const channel = (topic: string, description: string, types: readonly string[]): Json => ({
  address: topic,
  description,
  messages: Object.fromEntries(
    types.map((type) => [type, { $ref: `#/components/messages/${type}` }]),
  ),
  bindings: { kafka: { topic, bindingVersion: '0.5.0' } },
})
const typesOf = (topic: string) => typesInRecords.filter((described) => described.topic === topic)

const message = (type: string, summary: string): Json => ({
  name: type,
  title: type,
  summary,
  contentType: 'application/json',
  headers: ownHeaders(type),
  payload: { $ref: `./schemas/${type}.json` },
  traits: [{ $ref: '#/components/messageTraits/cloudEvent' }],
})

/** A message trait: AsyncAPI merges it into every message. */
const cloudEvent: Json = {
  headers: commonHeaders,
  bindings: {
    kafka: {
      key: { type: 'string', description: 'The aggregate’s id, as `ce_subject`.' },
      bindingVersion: '0.5.0',
    },
  },
}
