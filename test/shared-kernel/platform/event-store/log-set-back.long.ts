// @module-tag embedded-node

import { once } from 'node:events'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { AnotherLog } from '#kernel/platform/event-store/event-store.ts'
import { embeddedProcessForThisTest } from '#test/support/embedded-node.ts'
import { follow } from './followers.ts'
import {
  eventually,
  listeningLogger,
  logOf,
  newEvents,
  newStream,
  storeForThisTest,
} from './support.ts'

/** A log that is followed, and what deletes its last events in the database. */
async function followedLog() {
  const node = await embeddedProcessForThisTest()
  const store = storeForThisTest(node.url, { laggingMs: 300 })
  const stream = newStream()
  await store.append(newStream(), newEvents(3), 'no_stream')
  await store.append(stream, newEvents(3), 'no_stream')
  const { subscription } = follow(store, { maxBatch: 16 })
  await eventually(() => subscription.place().lastEvent?.stream).toBe(stream)
  const database = new Client({ connectionString: node.databaseUrl })
  await database.connect()
  onTestFinished(() => database.end())
  const cutOff = () => database.query('delete from event_store.events where stream = $1', [stream])
  return { node, store, subscription, cutOff }
}

test('a log whose end was deleted while the node was down is not followed and not written on', async () => {
  const { node, store, subscription, cutOff } = await followedLog()
  await node.stop()
  await cutOff()
  await node.start()

  const appending = store.append(newStream(), newEvents(1), 'no_stream')

  await expect(appending).rejects.toThrow(/logSetBack: /)
  await expect(subscription.ended).rejects.toThrow(AnotherLog)
  expect(await logOf(store)).toHaveLength(3)
})

test('a log whose end is deleted while the node runs is no longer served from memory', async () => {
  const { node, store, subscription, cutOff } = await followedLog()
  const ended = once(node.process(), 'exit')

  await cutOff()

  expect(await ended).toEqual([1, null])
  await node.start()
  await expect(subscription.ended).rejects.toThrow(/logSetBack: /)
  expect(await logOf(store)).toHaveLength(3)
})

/** A log that was only written on, and what puts another one in its place and back while the node is down. */
async function writtenLog(options: Parameters<typeof storeForThisTest>[1]) {
  const node = await embeddedProcessForThisTest()
  const store = storeForThisTest(node.url, { resolveWithinMs: 2_000, ...options })
  const stream = newStream()
  const [first, second] = [newEvents(1), newEvents(1)]
  const begin = () => store.append(stream, first, 'no_stream').then(() => 'written', String)
  await eventually(begin).toBe('written')
  const database = new Client({ connectionString: node.databaseUrl })
  await database.connect()
  onTestFinished(() => database.end())
  const replace = async (...statements: string[]) => {
    await node.stop()
    for (const statement of statements) await database.query(statement)
    await node.start()
  }
  return {
    node,
    setBack: () =>
      replace(
        'create table kept as select * from event_store.events',
        'delete from event_store.events',
        `insert into event_store.events select position, 'other-1', revision, gen_random_uuid(),
           type, content_type, created, data, metadata from kept`,
      ),
    restore: () =>
      replace('truncate event_store.events', 'insert into event_store.events select * from kept'),
    /** What an append ends with; a node needs its time after a start, and may write what it answers too late. */
    answer: () =>
      store.append(stream, second, 0n).then(
        ({ revision }) => `written at ${revision}`,
        (error: Error) => error.message,
      ),
  }
}

const SET_BACK = /logSetBack: .*found nothing there/

test('a log that was set back and restored accepts appends again from a process that has only written', async () => {
  const log = await writtenLog({})
  await log.setBack()
  await eventually(log.answer).toMatch(SET_BACK)

  await log.restore()

  await expect.poll(log.answer).toBe('written at 1')
})

test('an append that found the log set back says so, though the node fell silent afterwards', async () => {
  const { logger, count } = listeningLogger()
  const log = await writtenLog({ logger })
  await log.setBack()
  await eventually(log.answer).toMatch(SET_BACK)
  const before = count('append in doubt')

  const answer = log.answer()
  await eventually(() => count('append in doubt')).toBeGreaterThan(before)
  await log.node.freeze()

  expect(await answer).toMatch(SET_BACK)
})
