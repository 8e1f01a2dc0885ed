import { keptFamilies } from '#publishing/events/catalogue.ts'
import { topics } from '#publishing/events/decision.ts'
import type { Json } from '#publishing/events/public-event.ts'
import { decimalPattern, momentPattern } from '#publishing/events/shapes.ts'
import { type DescribedState, describedStates } from './described-states.ts'
import { type DescribedType, describedTypes, keptTypes } from './described-types.ts'
import { exampleOf } from './examples.ts'
import { headerWords } from './headers.ts'
import { topicWords } from './topic-words.ts'

/** `docs/events.md`; its examples are the frozen samples as consumers receive them. */
export const eventsPage = (samples: string): string =>
  [
    introduction,
    table(
      ['header', 'holds'],
      Object.entries(headerWords).map(([name, words]) => [`\`${name}\``, words]),
    ),
    people,
    changes,
    ...topics.map((topic) => topicSection(topic, samples)),
    states,
    ...describedStates.map(stateSection),
    heartbeats,
    '## What is not in the feed',
    'Internal steps in the topics above:',
    table(
      ['event', 'why not'],
      keptTypes.map(({ event, topic, why }) => [`${event} (\`${topic}\`)`, why]),
    ),
    'Event families without any public event:',
    table(
      ['kind of event', 'why not'],
      Object.entries(keptFamilies).map(([category, why]) => [category, why]),
    ),
  ].join('\n\n')

const introduction = `# Public events

Written by \`npm run generate\` from the types in \`publishing/events/\`.
For programs: [asyncapi.json](asyncapi.json), and a JSON Schema for each type in [schemas](schemas).
An example consumer: [feed-consumer](feed-consumer/README.md). Ready queries: [analytics.md](analytics.md).

A record's key is the aggregate's id (the voucher's, the invoice's …), its value the event's data as JSON, its headers
[CloudEvents](https://cloudevents.io) 1.0 in binary mode. A consumer with \`read_committed\` sees every event exactly once and, per key, in
order. There is no order across keys and topics, so join by ids and expect either side first.

The feed keeps its own position in the topic \`_sarraf.feed-position\`. It is not for consumers, and a subscription to the pattern
\`sarraf.*.v1\` does not contain it.

In the tables, a *decimal* is a string such as \`"65559.95"\`, never a JSON number; a *moment* is ISO 8601 in UTC, such as
\`"2026-11-20T09:45:00.123Z"\`. Every field is always present; \`null\` means that there is no value.`

const people = `## People

Names, phones, addresses, identity numbers, IBANs, descriptions, comments and texts of providers are left out. \`personRef\` is a
pseudonym of the person: a keyed hash, the same in all topics of one company, so that persons can be counted and joined, and different
in each company, so that they cannot be followed across companies. It is null without an identity number, and for unnamed end
consumers. It stays when a person is forgotten: it contains nothing about them, and only somebody with our keys and the identity
number could compute it again.

Codes and numbers that other programs choose freely (\`scannedCode\`, \`serial\`, \`bankCode\` …) may contain such data by mistake. A text that
looks like an identity number, an IBAN, a phone number or an e-mail address is replaced by a keyed hash of 40 hexadecimal digits, the same
wherever the text appears in one company.`

const changes = `## Changes

A type may gain optional fields: ignore unknown fields. Any other change is a new version with a name of its own (\`….v2\`): ignore
unknown types, too.`

function topicSection(topic: (typeof topics)[number], samples: string): string {
  const types = describedTypes.filter((described) => described.topic === topic)
  return [
    `## ${topic}`,
    topicWords[topic],
    table(
      ['event', 'when'],
      types.map(({ event, type, when }) => [`[${event}](#${anchor(type)})`, when]),
    ),
    ...types.map((type) => typeSection(type, samples)),
  ].join('\n\n')
}

const states = `## Current states

A compacted topic for each noun holds the current state of each key, under the same key as the events. A record is written in the same
transaction as the event that changes it. It holds the latest value of each public field, \`status\` where there is one, the name of the
event (\`lastEvent\`) and its time. A null value is a tombstone: the key is gone. A consumer that reads such a topic from its beginning has a table.
Templates, bank accounts and prices have such a topic only. Fields that are not in every event of a noun may be missing. The broker
removes earlier records of a key when it compacts, so \`ce_sequence\` and \`ce_position\` have larger gaps.`

const stateSection = ({ topic, words, schema }: DescribedState) =>
  [
    `### ${topic}`,
    words,
    ['| field | type | meaning |', '|---|---|---|', ...fieldRows(schema)].join('\n'),
  ].join('\n\n')

const heartbeats = `## Heartbeats

The compacted topic \`sarraf.heartbeats.v1\` says every five seconds how far each topic is complete: the key is the topic, the value
\`{"topic", "completeUpTo", "at"}\`. A consumer that has read a topic up to the end at which it saw the heartbeat has every event of the
topic with a \`ce_position\` up to \`completeUpTo\`. Without new events the position stays, and \`at\` goes on.`

const typeSection = (described: DescribedType, samples: string) =>
  [
    `### ${described.type}`,
    described.when,
    ...(described.former === undefined
      ? []
      : [`Records from before it was renamed have the type \`${described.former.type}\`.`]),
    ['| field | type | meaning |', '|---|---|---|', ...fieldRows(described.schema)].join('\n'),
    `\`\`\`json\n${JSON.stringify(exampleOf(described, samples), null, 2)}\n\`\`\``,
  ].join('\n\n')

/** The anchor of a heading, as GitHub forms it. */
const anchor = (heading: string) => heading.toLowerCase().replaceAll(/[^a-z0-9-]/g, '')

const table = (head: readonly [string, string], rows: readonly (readonly string[])[]) =>
  [head, ['---', '---'], ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

/** A table row for each field, nested fields included. */
function fieldRows(schema: Json, prefix = ''): readonly string[] {
  return Object.entries(objectIn(schema['properties'])).flatMap(([name, value]) => {
    const field = objectIn(value)
    const items = objectIn(field['items'])
    const path = `${prefix}${name}`
    const row = `| \`${path}\` | ${typeWords(field)} | ${textIn(field['description'])} |`
    return [row].concat(fieldRows(items, `${path}[].`))
  })
}

function typeWords(schema: Json): string {
  const { anyOf, const: constant, enum: values, type, pattern } = schema
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeWords(objectIn(one))).join(' or ')
  if (constant !== undefined) return `\`${textIn(constant)}\``
  if (Array.isArray(values)) return values.map((value) => `\`${textIn(value)}\``).join(', ')
  if (type === 'array') return 'list'
  if (pattern === decimalPattern) return 'decimal'
  if (pattern === momentPattern) return 'moment'
  return textIn(type)
}

const objectIn = (value: unknown): Json => (isObject(value) ? value : {})

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

const textIn = (value: unknown) => (typeof value === 'string' ? value : '')
