// @module-tag one-node

import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#stack/free-port.ts'
import { anotherCommandService } from '#test/support/another-command-service.ts'
import { eventStoreUrl } from '#test/support/event-store-url.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { apiAt } from '#test/support/system-client.ts'
import { newDealer } from '#test/support/system-dealer.ts'
import { createdIn, manual } from '#test/support/vouchers.ts'

const system = systemForThisFile()

test('a command service that has just started makes a caller wait until it has loaded all API keys', async () => {
  const { credentials } = await newDealer(system)
  const logPort = await freePort()
  const { url } = await anotherCommandService(system, { EVENTSTORE_URL: eventStoreUrl(logPort) })
  const health = async () => (await fetch(`${url}/health/ready`)).json()
  // The log itself is missing too, where a process of the system has saved its place already.
  expect(await health()).toEqual({
    status: 'starting',
    missing: expect.arrayContaining(['reference data', 'sanction lists']),
  })

  const answered = apiAt(url, credentials).post('/v1/expenses', manual())
  await health()
  await startProxyToTheLog(logPort)

  expect(createdIn(await answered).number).toBe('1')
  await expect.poll(health).toEqual({ status: 'ready' })
})

/** From now on, what connects to that port reaches the system's event store. */
async function startProxyToTheLog(port: number) {
  const logPort = Number(new URL(system.eventStoreUrl).port)
  const server = createServer((incoming) => {
    const outgoing = connect(logPort, '127.0.0.1')
    for (const socket of [incoming, outgoing]) socket.on('error', () => undefined)
    incoming.pipe(outgoing).pipe(incoming)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
}
