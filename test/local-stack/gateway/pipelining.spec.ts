import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { gatewayForThisTest, serveForThisTest } from '#test/support/upstream.ts'

test('requests that are sent ahead are begun one after the other, and answered in their order', async () => {
  const service = await counting()
  const caller = await connected(service.gateway)
  caller.write(requests(50))
  const answers = await caller.taken((text) => text.includes('number 49;'))
  const numbers = [...answers.matchAll(/number (\d+);/g)].map(([, number]) => Number(number))
  expect(numbers).toEqual(Array.from({ length: 50 }, (_, number) => number))
  expect(service.mostAtOnce()).toBe(1)
})

test('a caller who sends thousands ahead is disconnected, and nobody waits for them', async () => {
  const service = await counting()
  const caller = await connected(service.gateway)
  caller.write(requests(5_000))
  await caller.closed
  await pause(50)
  expect(service.begun()).toBeLessThan(100)
  const answer = await fetch(`${service.gateway}/v1/expenses?n=alone`)
  expect(await answer.text()).toBe('number alone;')
})

const requests = (count: number) =>
  Array.from(
    { length: count },
    (_, number) => `GET /v1/expenses?n=${number} HTTP/1.1\r\nhost: sarraf\r\n\r\n`,
  ).join('')

/** A gateway before a service that says the number of each request, after a moment. */
async function counting() {
  const seen = { begun: 0, now: 0, most: 0 }
  const answer: RequestListener = (request, response) => {
    seen.begun++
    seen.now++
    seen.most = Math.max(seen.most, seen.now)
    setTimeout(() => {
      seen.now--
      response.end(`number ${new URL(request.url ?? '', 'http://s').searchParams.get('n')};`)
    }, 2)
  }
  const gateway = await gatewayForThisTest({ query: await serveForThisTest(answer) })
  return { gateway, begun: () => seen.begun, mostAtOnce: () => seen.most }
}

async function connected(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  return {
    write: (bytes: string) => socket.write(bytes),
    closed,
    taken: async (isAll: (text: string) => boolean) => {
      await expect.poll(() => isAll(text)).toBe(true)
      return text
    },
  }
}
