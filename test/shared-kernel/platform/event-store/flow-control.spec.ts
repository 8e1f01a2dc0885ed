import { createServer, type ServerHttp2Session } from 'node:http2'
import { expect, onTestFinished, test } from 'vitest'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { freePort } from '#stack/free-port.ts'
import { noMacs } from '#test/support/no-macs.ts'

test('a store may send 256 KiB before its reader acknowledges', async () => {
  const port = await freePort()
  const server = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void server.close())
  const windows: (number | undefined)[] = []
  server.on('session', (session: ServerHttp2Session) => {
    session.on('remoteSettings', ({ initialWindowSize }) => windows.push(initialWindowSize))
  })
  const eventStore = connectEventStore({
    url: `esdb://127.0.0.1:${port}?tls=false`,
    logger: silentLogger,
    macs: noMacs,
  })
  onTestFinished(() => eventStore.close())
  eventStore.headOfLog().catch(() => undefined)
  await expect.poll(() => windows).toContain(256 * 1024)
})
