import { topics } from '../decision.ts'
import type { Json } from '../public-event.ts'
import { type DescribedType, describedTypes } from './described-types.ts'
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
    channels: byTopic((topic) => ({
      address: topic,
      description: topicWords[topic],
      messages: Object.fromEntries(
        typesOf(topic).map(({ type }) => [type, { $ref: `#/components/messages/${type}` }]),
      ),
      bindings: { kafka: { topic, bindingVersion: '0.5.0' } },
    })),
    operations: byTopic((topic) => ({
      action: 'send',
      summary: topicWords[topic],
      channel: { $ref: `#/channels/${topic}` },
    })),
    components: {
      messageTraits: { cloudEvent },
      messages: Object.fromEntries(describedTypes.map((type) => [type.type, message(type)])),
    },
  }
}

const typesOf = (topic: string) => describedTypes.filter((described) => described.topic === topic)

const byTopic = (describe: (topic: (typeof topics)[number]) => Json): Json =>
  Object.fromEntries(topics.map((topic) => [topic, describe(topic)]))

const message = ({ type, when }: DescribedType): Json => ({
  name: type,
  title: type,
  summary: when,
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
