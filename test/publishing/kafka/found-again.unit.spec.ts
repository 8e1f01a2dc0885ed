import { expect, test } from 'vitest'
import { tailsBehind } from '#publishing/kafka/found-again.ts'
import { HEARTBEAT_TOPIC } from '#publishing/kafka/sending/topics.ts'

const INVOICES = 'sarraf.invoices.v1'

test('a topic that ends where the feed knows, or at the marker behind it, holds nothing unknown', () => {
  expect(tailsBehind({ [INVOICES]: [4, 0] }, { [INVOICES]: [4, 1] })).toEqual([])
})

test('what is behind that is read, also in a topic that the checkpoint does not know', () => {
  const found = { [INVOICES]: [7, 1], 'sarraf.new.v1': [2] }
  expect(tailsBehind({ [INVOICES]: [4, 0] }, found)).toEqual([
    { topic: INVOICES, partition: 0, from: 4n, to: 7n },
    { topic: 'sarraf.new.v1', partition: 0, from: 0n, to: 2n },
  ])
})

test('heartbeats are no events', () => {
  expect(tailsBehind({ [HEARTBEAT_TOPIC]: [4] }, { [HEARTBEAT_TOPIC]: [90] })).toEqual([])
})
