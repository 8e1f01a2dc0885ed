import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import { diagnose } from '#kernel/platform/event-store/diagnose.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { startEventStoreNode } from '#stack/event-store/node.ts'
import { databaseOfRoleForThisTest } from '#test/support/database.ts'
import { noMacs } from '#test/support/no-macs.ts'

const TOKEN = randomUUID()

async function nodeWithToken() {
  const databaseUrl = await databaseOfRoleForThisTest('eventStore')
  const node = await startEventStoreNode({
    databaseUrl,
    host: '127.0.0.1',
    port: 0,
    access: { token: TOKEN },
  })
  onTestFinished(node.close)
  return `esdb://127.0.0.1:${node.port}?tls=false`
}

function storeAt(url: string) {
  const store = connectEventStore({ url, logger: silentLogger, macs: noMacs })
  onTestFinished(store.close)
  return store
}

const happened = () => [{ id: randomUUID(), type: 'Happened', data: {}, metadata: {} }]

test('a client with the token appends, reads and subscribes', async () => {
  const store = storeAt(`${await nodeWithToken()}&connectionName=${TOKEN}`)
  const { position } = await store.append('thing-1', happened(), 'no_stream')
  expect(await store.readStream('thing-1', { maxCount: 5 })).toHaveLength(1)
  expect(await store.headOfLog()).toBe(position)
})

test.each([
  ['no token', ''],
  ['another token', `&connectionName=${randomUUID()}`],
])(
  'a client with %s neither appends nor reads, and receives the reason',
  async (_what, parameter) => {
    const url = await nodeWithToken()
    const refused = { message: expect.stringContaining('UNAUTHENTICATED') }
    const stranger = storeAt(`${url}${parameter}`)

    await expect(stranger.append('thing-1', happened(), 'no_stream')).rejects.toMatchObject(refused)
    await expect(stranger.readStream('thing-1', { maxCount: 5 })).rejects.toMatchObject(refused)
    await expect(stranger.headOfLog()).rejects.toMatchObject(refused)
    expect(await diagnose(`${url}${parameter}`)).toBe('wrong user, password or token')

    const log: unknown[] = []
    for await (const event of storeAt(`${url}&connectionName=${TOKEN}`).readLog(START_OF_LOG)) {
      log.push(event)
    }
    expect(log).toEqual([])
  },
)
