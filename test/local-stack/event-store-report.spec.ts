import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { reportEventStore } from '#stack/event-store-report.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'

const NOWHERE = 'http://127.0.0.1:9'

/** The lines on the terminal after one look at the event store and all that a second one says. */
async function reported(eventStoreUrl: string, commandUrl: string, looks: () => number) {
  const lines: string[] = []
  const stop = new AbortController()
  const line = (text: string) => void lines.push(text)
  const ended = reportEventStore({ elsewhere: eventStoreUrl, commandUrl, line, stop: stop.signal })
  await expect.poll(() => lines.length).toBe(1)
  const looksSoFar = looks()
  await expect.poll(looks).toBeGreaterThan(looksSoFar + 1)
  stop.abort()
  await ended
  return lines
}

test('a start whose event store does not answer reports the reason once', async () => {
  let looks = 0
  let calledAt = -Infinity
  const silent = createTcpServer((socket) => {
    // A look is some connections at once.
    if (performance.now() - calledAt > 1_000) looks += 1
    calledAt = performance.now()
    socket.destroy()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const url = `esdb://127.0.0.1:${portOf(silent.address())}?tls=false`

  expect(await reported(url, NOWHERE, () => looks)).toEqual([
    expect.stringContaining(
      '  waiting for the event store: it can be reached but does not answer (',
    ),
  ])
})

test('a start on another log reports the command service’s reason once', async () => {
  const finding = 'anotherLog: this event store has another log: expected this, found that'
  let looks = 0
  const command = createServer((_request, response) => {
    looks += 1
    response.statusCode = 503
    response.end(JSON.stringify({ status: 'starting', missing: [`event store: ${finding}`] }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void command.close())
  await once(command, 'listening')
  const { url } = await eventStoreNodeForThisTest()

  const commandUrl = `http://127.0.0.1:${portOf(command.address())}`
  expect(await reported(url, commandUrl, () => looks)).toEqual([
    `  waiting for the event store: ${finding}`,
  ])
})

const portOf = (address: AddressInfo | string | null) =>
  typeof address === 'object' && address !== null ? address.port : 0
