import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { reportEventStore } from '#stack/event-store-report.ts'
import { freePort } from '#stack/free-port.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'

/** The lines on the terminal, once there is one; and after the report has had time to repeat itself. */
async function reported(eventStoreUrl: string, commandUrl = 'http://127.0.0.1:9') {
  const lines: string[] = []
  const stop = new AbortController()
  const line = (text: string) => void lines.push(text)
  const ended = reportEventStore({ eventStoreUrl, commandUrl, line, stop: stop.signal })
  await expect.poll(() => lines.length, { timeout: 10_000 }).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  stop.abort()
  await ended
  return lines
}

test('a start that cannot reach its event store reports the reason once', async () => {
  const port = await freePort()
  expect(await reported(`esdb://127.0.0.1:${port}?tls=false`)).toEqual([
    `  waiting for the event store: no server answers at 127.0.0.1:${port} (ECONNREFUSED)`,
  ])
})

test('a start on another log reports the command service’s reason', async () => {
  const finding = 'anotherLog: this event store has another log: expected this, found that'
  const command = createServer((_request, response) => {
    response.statusCode = 503
    response.end(JSON.stringify({ status: 'starting', missing: [`event store: ${finding}`] }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void command.close())
  await new Promise((resolve) => command.once('listening', resolve))
  const { url } = await eventStoreNodeForThisTest()

  expect(await reported(url, `http://127.0.0.1:${portOf(command.address())}`)).toEqual([
    `  waiting for the event store: ${finding}`,
  ])
})

const portOf = (address: AddressInfo | string | null) =>
  typeof address === 'object' && address !== null ? address.port : 0
