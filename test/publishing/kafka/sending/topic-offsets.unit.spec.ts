import kafkajs from 'kafkajs'
import { expect, test } from 'vitest'
import { topicOffsets } from '#publishing/kafka/sending/admin.ts'

const offsets = [{ partition: 0, offset: '7', high: '7', low: '0' }]

/** What KafkaJS throws for a refusal of the broker. */
const refusal = (type: string, retriable: boolean) =>
  new kafkajs.KafkaJSProtocolError(Object.assign(new Error(type), { type, code: 6, retriable }))

/** A broker that refuses that often before it answers. */
function brokerThatRefuses(times: number, error: Error) {
  let calls = 0
  const fetchTopicOffsets = async () => {
    calls += 1
    if (calls <= times) throw error
    return offsets
  }
  return { fetchTopicOffsets, calls: () => calls }
}

test('the offsets of a topic that has no leader yet are asked for again', async () => {
  const broker = brokerThatRefuses(2, refusal('NOT_LEADER_FOR_PARTITION', true))
  expect(await topicOffsets(broker, 'sarraf.new')).toEqual(offsets)
  expect(broker.calls()).toBe(3)
})

test('a refusal that stays is reported, and one for good at once', async () => {
  const denied = brokerThatRefuses(1, refusal('TOPIC_AUTHORIZATION_FAILED', false))
  await expect(topicOffsets(denied, 'sarraf.new')).rejects.toThrow('TOPIC_AUTHORIZATION_FAILED')
  expect(denied.calls()).toBe(1)

  const without = brokerThatRefuses(1_000, refusal('NOT_LEADER_FOR_PARTITION', true))
  await expect(topicOffsets(without, 'sarraf.new')).rejects.toThrow('NOT_LEADER')
})
