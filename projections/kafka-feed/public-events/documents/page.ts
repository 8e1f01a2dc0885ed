import { keptFamilies } from '../catalogue.ts'
import { topics } from '../decision.ts'
import { type DescribedType, describedTypes, keptTypes } from './described-types.ts'
import { exampleOf } from './examples.ts'
import { fieldRows } from './field-rows.ts'
import { headerWords } from './headers.ts'
import { topicWords } from './topic-words.ts'

/** `docs/events.md`; its examples are the frozen samples as readers get to see them. */
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
    '## What is not in the feed',
    'Of the topics above, steps of ours that say nothing to others:',
    table(
      ['event', 'why not'],
      keptTypes.map(({ event, topic, why }) => [`${event} (\`${topic}\`)`, why]),
    ),
    'And nothing at all of:',
    table(
      ['kind of event', 'why not'],
      Object.entries(keptFamilies).map(([category, why]) => [category, why]),
    ),
  ].join('\n\n')

const introduction = `# Public events

Written by \`npm run events\`; change the types in \`projections/kafka-feed/public-events/\`.
The same for programs: [asyncapi.json](asyncapi.json), and a JSON Schema for each type in [schemas](schemas).
An example to start from: [feed-consumer](feed-consumer/README.md).

A record's key is the aggregate's id (the voucher's, the invoice's …), its value the event's data as JSON, its headers
[CloudEvents](https://cloudevents.io) 1.0 in binary mode. A consumer with \`read_committed\` sees every event exactly once and, per key, in
order; across keys and topics nothing is promised, so join by ids and be ready for either side to come first.

In the tables, a *decimal* is a string such as \`"65559.95"\`, never a binary number; a *moment* is ISO 8601 in UTC, such as
\`"2026-11-20T09:45:00.123Z"\`. Every field is always there; \`null\` says that there is nothing.`

const people = `## People

Names, phones, addresses, identity numbers, IBANs, descriptions, comments and what a provider wrote are left out. \`personRef\` stands
for the person: a keyed hash, the same in all topics of one company, so that people can be counted and joined, and another one
in each company, so that they cannot be followed from one to the next. It is null where no identity number was given, and for end
consumers who are not named. It stays when a person is forgotten: it holds nothing of them, and only who has both our keys and the
identity number could work it out again.`

const changes = `## Changes

A type gains optional fields at most: pass over fields that you do not know. Anything else is a new version, with a name of its
own (\`….v2\`); pass over types that you do not know, too.`

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

const typeSection = (described: DescribedType, samples: string) =>
  [
    `### ${described.type}`,
    described.when,
    ['| field | type | meaning |', '|---|---|---|', ...fieldRows(described.schema)].join('\n'),
    `\`\`\`json\n${JSON.stringify(exampleOf(described, samples), null, 2)}\n\`\`\``,
  ].join('\n\n')

/** As GitHub and others make it of a heading. */
const anchor = (heading: string) => heading.toLowerCase().replaceAll(/[^a-z0-9-]/g, '')

const table = (head: readonly [string, string], rows: readonly (readonly string[])[]) =>
  [head, ['---', '---'], ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
