import { setTimeout as pause } from 'node:timers/promises'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { noMacs } from '#test/support/no-macs.ts'
import { readyWithin } from '#test/support/ready.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { apiAt, refusal } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { manual } from '#test/support/vouchers.ts'

const system = systemForThisFile()
const Readiness = Compile(Type.Object({ missing: Type.Array(Type.String()) }))

test('on the event store of another system the command service is not ready, answers 503 and writes nothing', async () => {
  const { credentials } = await newDealer(system)
  const own = await anotherCommandService(system)
  await readyWithin(own.url, 10_000)
  expect((await apiAt(own.url, credentials).post('/v1/expenses', manual())).status).toBe(201)
  await own.close()
  const other = await eventStoreNodeForThisTest()

  const service = await anotherCommandService(system, { EVENTSTORE_URL: other.url })
  const api = apiAt(service.url, credentials, { mayFail: true })
  const answer = await api.post('/v1/expenses', manual({ amount: 4_000 }))
  async function missing() {
    const ready = await fetch(`${service.url}/health/ready`)
    expect(ready.status).toBe(503)
    return Readiness.Parse(await ready.json()).missing
  }

  expect(refusal(answer).slice(0, 2)).toEqual([503, 'INTERNAL_ERROR'])
  await expect.poll(missing).toContainEqual(expect.stringMatching(/^event store: anotherLog: /))
  await pause(1_000)
  const store = connectEventStore({ url: other.url, logger: silentLogger, macs: noMacs })
  const written: unknown[] = []
  for await (const event of store.readLog(START_OF_LOG)) written.push(event)
  await store.close()
  expect(written).toEqual([])
})
