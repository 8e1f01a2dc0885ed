// @module-tag embedded-node

import { once } from 'node:events'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startEventStoreNode } from '#stack/event-store/node.ts'
import { databaseForThisTest, databasesOfRoles } from '#test/support/database.ts'
import { clientOf, drafted, eventually, newStream } from './official-client.ts'

const isNew = { expectedRevision: 'no_stream' } as const

test('an event that was changed in the table is read as it is there, and the node says so', async () => {
  const databaseUrl = await databaseForThisTest()
  const { eventStore } = databasesOfRoles(databaseUrl)
  const node = await startEventStoreNode({ databaseUrl: eventStore, host: '127.0.0.1', port: 0 })
  onTestFinished(() => node.close())
  const client = clientOf(`esdb://127.0.0.1:${node.port}?tls=false`)
  const stream = newStream()
  await client.appendToStream(stream, [drafted(), drafted()], isNew)
  expect(await firstData(client)).toEqual({ number: 0 })
  await tamper(databaseUrl, stream)

  expect(await firstData(client)).toEqual({ changed: true })
  await eventually(() => expect(node.figures().changedEvents).toBe(1))
  await client.appendToStream(stream, [drafted()], { expectedRevision: 1n })
  expect(await firstData(client)).toEqual({ changed: true })
})

/** Of the first event that a new subscription to the log is sent. */
async function firstData(client: ReturnType<typeof clientOf>): Promise<unknown> {
  const subscription = client.subscribeToAll({ fromPosition: 'start' })
  const [{ event }] = await once(subscription, 'data')
  await subscription.unsubscribe()
  return event.data
}

async function tamper(databaseUrl: string, stream: string) {
  const database = new Client({ connectionString: databaseUrl })
  await database.connect()
  await database.query(
    `update event_store.events set data = convert_to('{"changed":true}', 'UTF8')
     where stream = $1 and revision = 0`,
    [stream],
  )
  await database.end()
}
