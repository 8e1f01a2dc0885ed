import { topics } from '../decision.ts'
import type { Json } from '../public-event.ts'
import { type DescribedType, describedTypes } from './described-types.ts'
import { commonHeaders, ownHeaders } from './headers.ts'
import { topicWords } from './topic-words.ts'

/** The feed as AsyncAPI 3 describes it; payloads stand in files of their own, beside it. */
export function asyncApi(): Json {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Sarraf: public events',
      version: '1.0.0',
      description:
        'What happens in the back office, for analysts. CloudEvents 1.0 in binary mode. A `read_committed` consumer sees every event exactly once and, per key, in order. The names, numbers and words of people are left out; `personRef` stands for them.',
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

/** Merged into every message, as AsyncAPI has it. */
const cloudEvent: Json = {
  headers: commonHeaders,
  bindings: {
    kafka: {
      key: { type: 'string', description: 'The aggregate’s id, as `ce_subject`.' },
      bindingVersion: '0.5.0',
    },
  },
}
