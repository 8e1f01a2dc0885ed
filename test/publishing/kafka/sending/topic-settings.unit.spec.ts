import { describe, expect, test } from 'vitest'
import { damageIn, isSplit } from '#publishing/kafka/sending/topic-check.ts'
import { misfitsOf, newTopic, type TopicFacts } from '#publishing/kafka/sending/topic-settings.ts'
import { POSITION_TOPIC } from '#publishing/kafka/sending/topics.ts'

const INVOICES = 'sarraf.invoices.v1'
const STATES = 'sarraf.invoice.state.v1'
const DAY_MS = 86_400_000
const wanted = { partitions: 6, replication: 1, minInSyncReplicas: 1, retentionMs: -1 }

/** A topic as the feed makes it, with other settings. */
function topicWith(
  topic: string,
  settings: Readonly<Record<string, string>>,
  facts: Partial<TopicFacts> = {},
): TopicFacts {
  const { numPartitions: partitions = 1, configEntries = [] } = newTopic(topic, wanted)
  const own = configEntries.map(({ name, value }) => [name, value] as const)
  const all = new Map([...own, ...Object.entries(settings)])
  return {
    topic,
    partitions,
    isEmpty: false,
    lacksFirst: false,
    replicas: 1,
    inSync: 1,
    settings: all,
    ...facts,
  }
}

const verdicts = (facts: TopicFacts, settings = wanted) =>
  misfitsOf(facts, settings).map(({ found, verdict }) => [verdict, found.split(':')[0]])

test.each([INVOICES, STATES, POSITION_TOPIC])('%s fits as the feed makes it', (topic) => {
  expect(verdicts(topicWith(topic, {}))).toEqual([])
  expect(newTopic(topic, wanted).configEntries).toContainEqual({
    name: 'unclean.leader.election.enable',
    value: 'false',
  })
})

test.each([
  [INVOICES, { 'cleanup.policy': 'compact' }],
  [INVOICES, { 'cleanup.policy': 'compact,delete' }],
  [INVOICES, { 'retention.ms': String(7 * DAY_MS) }],
  [INVOICES, { 'retention.bytes': '1073741824' }],
  [STATES, { 'cleanup.policy': 'delete' }],
  [STATES, { 'cleanup.policy': 'compact,delete' }],
  [POSITION_TOPIC, { 'cleanup.policy': 'delete' }],
])('what deletes records of %s is damage: %o', (topic, settings) => {
  const found = Object.entries(settings).map(([name, value]) => ['damage', `${name} is ${value}`])
  expect(verdicts(topicWith(topic, settings))).toEqual(found)
})

test.each([
  ['min.insync.replicas', '1', { minInSyncReplicas: 2 }],
  ['unclean.leader.election.enable', 'true', {}],
  ['message.timestamp.before.max.ms', '1000', {}],
  ['message.timestamp.after.max.ms', '1000', {}],
  ['max.message.bytes', '4000', {}],
])('%s of %s is only a warning', (name, value, settings) => {
  expect(verdicts(topicWith(INVOICES, { [name]: value }), { ...wanted, ...settings })).toEqual([
    ['warning', `${name} is ${value}`],
  ])
})

describe('what an operator made safer fits', () => {
  test.each([
    ['min.insync.replicas', '2'],
    ['retention.ms', '-1'],
    ['retention.ms', String(90 * DAY_MS)],
  ])('%s of %s', (name, value) => {
    const settings = { ...wanted, retentionMs: 30 * DAY_MS }
    const facts = topicWith(INVOICES, { [name]: value, 'retention.ms': String(30 * DAY_MS) })
    const safer = new Map([...(facts.settings ?? []), [name, value]])
    expect(verdicts({ ...facts, settings: safer, inSync: 3, replicas: 1 }, settings)).toEqual([])
  })
})

test('the notary’s topic keeps its records although the others do not', () => {
  const settings = { ...wanted, retentionMs: DAY_MS }
  const kept = { 'retention.ms': String(DAY_MS) }
  expect(verdicts(topicWith(INVOICES, kept), settings)).toEqual([])
  expect(verdicts(topicWith('sarraf.notary.v1', kept), settings)).toEqual([
    ['damage', `retention.ms is ${DAY_MS}`],
  ])
})

test('a position in several partitions, and first records that are gone, are found', () => {
  expect(verdicts(topicWith(POSITION_TOPIC, {}, { partitions: 6 }))).toEqual([
    ['damage', 'has 6 partitions'],
  ])
  expect(verdicts(topicWith(INVOICES, {}, { lacksFirst: true }))).toEqual([
    ['warning', 'its first records are gone'],
  ])
  expect(verdicts(topicWith(STATES, {}, { lacksFirst: true }))).toEqual([])
})

test('what is not known is no misfit', () => {
  expect(misfitsOf(topicWith(INVOICES, {}, { settings: undefined }), wanted)).toEqual([])
})

describe('the feed’s own count of a topic', () => {
  const damage = (expected: readonly number[], found: readonly number[]) =>
    damageIn({ [INVOICES]: expected }, { [INVOICES]: found })

  test('fits a topic that has as much, or more', () => {
    expect(damage([3, 0], [3, 0])).toBeUndefined()
    expect(damage([3, 0], [5, 2])).toBeUndefined()
    expect(damage([], [5, 2])).toBeUndefined()
  })

  test('does not fit a topic that is shorter', () => {
    expect(damage([3, 4], [3, 1])).toContain('has lost records: partition 1 ends at 1, not 4')
  })

  test('does not fit one with more partitions, unless it has no records', () => {
    expect(damage([3], [3, 0])).toContain('has 2 partitions, not 1')
    expect(damage([0], [1, 0])).toContain('has 2 partitions, not 1')
    expect(damage([0], [0, 0])).toBeUndefined()
    expect(isSplit([], [1, 1])).toBe(false)
  })
})
