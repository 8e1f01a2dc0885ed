import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type ConnectionLimits, limitConnections, usualLimits } from '#stack/gateway/connections.ts'

const LARGE = Buffer.alloc(32 * 1024 * 1024)
const large: RequestListener = (request, response) =>
  void response.end(request.url === '/large' ? LARGE : 'small')

async function served(limits: Partial<ConnectionLimits>, listener: RequestListener = large) {
  const server = createServer(listener)
  limitConnections(server, { ...usualLimits, ...limits })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const count = () =>
    new Promise<number>((resolve) => server.getConnections((_error, found) => resolve(found)))
  return { server, port, url: `http://127.0.0.1:${port}`, count }
}

/** Lets time pass for the server's looks at its connections, and for nothing else. */
function timeForThisTest() {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  return (ms: number) => void vi.advanceTimersByTime(ms)
}

/** Asks for an answer and takes nothing of it. */
async function slowReader(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.pause()
  socket.write('GET /large HTTP/1.1\r\nhost: sarraf\r\n\r\n'.repeat(3))
  return socket
}

const slowReaders = (count: number, port: number, localAddress?: string) =>
  Promise.all(Array.from({ length: count }, () => slowReader(port, localAddress)))

const text = async (url: string) => (await fetch(url)).text()

test('callers who take no answers do not keep others from a full server', async () => {
  const { server, port, url } = await served({ most: 20 })
  let asked = 0
  server.on('request', () => asked++)
  await slowReaders(20, port)
  await expect.poll(() => asked).toBeGreaterThanOrEqual(20)
  for (let request = 0; request < 5; request++) expect(await text(url)).toBe('small')
})

test('who takes nothing for too long is disconnected, also where there is room', async () => {
  const pass = timeForThisTest()
  const { port, count } = await served({ stalledMs: 2_000 })
  await slowReaders(5, port)
  await expect.poll(count).toBe(5)
  const later = () => {
    pass(1_000)
    return count()
  }
  await expect.poll(later).toBe(0)
})

test('nothing is kept in the kernel for who was disconnected', async () => {
  const pass = timeForThisTest()
  const { port, count } = await served({ stalledMs: 2_000 })
  const reader = await slowReader(port)
  const failed = once(reader, 'error')
  await expect.poll(count).toBe(1)
  const later = () => {
    pass(1_000)
    return count()
  }
  await expect.poll(later).toBe(0)

  reader.resume()
  expect(await failed).toMatchObject([{ code: 'ECONNRESET' }])
})

test('who waits for an answer is not disconnected, however long it takes', async () => {
  const answered = Promise.withResolvers<void>()
  const listener: RequestListener = (request, response) => {
    if (request.url !== '/wait') return void response.end('small')
    return void answered.promise.then(() => response.end('at last'))
  }
  const { server, port, url, count } = await served({ most: 5, stalledMs: 100 }, listener)
  const asked = once(server, 'request')
  const waiting = text(`${url}/wait`)
  await asked
  for (let opened = 0; opened < 8; opened++) {
    const idle = connect(port, '127.0.0.1')
    idle.on('error', () => undefined)
    onTestFinished(() => void idle.destroy())
    await once(idle, 'connect')
  }
  await expect.poll(count).toBeLessThanOrEqual(5)
  answered.resolve()
  expect(await waiting).toBe('at last')
})

test('who has waited long for an answer has as much time as others to begin with it', async () => {
  const answers: ServerResponse[] = []
  const listener: RequestListener = (_request, response) => void answers.push(response)
  const pass = timeForThisTest()
  const { port } = await served({ stalledMs: 4_000 }, listener)
  const socket = connect({ port, host: '127.0.0.1' })
  onTestFinished(() => void socket.destroy())
  socket.write('GET / HTTP/1.1\r\nhost: sarraf\r\nconnection: close\r\n\r\n')
  await expect.poll(() => answers).toHaveLength(1)
  pass(5_000)
  for (const answer of answers) answer.end(LARGE)
  pass(1_500)

  expect((await buffer(socket)).length).toBeGreaterThan(LARGE.length)
})

test('one address has only a part of the connections, and a proxy has no such limit', async () => {
  const { port, count } = await served({ most: 50, mostOfAddress: 10 })
  await slowReaders(30, port, '127.0.0.2')
  await expect.poll(count).toBeLessThanOrEqual(10)
  await slowReaders(5, port, '127.0.0.3')
  await expect.poll(count).toBe(15)

  const behind = await served({ mostOfAddress: 10, isProxy: (address) => address === '127.0.0.2' })
  await slowReaders(30, behind.port, '127.0.0.2')
  await expect.poll(behind.count).toBe(30)
})
