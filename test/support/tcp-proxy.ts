import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

/** A network connection that a test can break. */
export interface TcpProxy {
  readonly url: string
  /** Open connections end, and new ones get no answer, until it is repaired. */
  readonly disconnect: () => void
  readonly repair: () => void
}

/** Passes on to the target, which may start after the proxy; closed when the tests of the file end. */
export async function tcpProxyForThisFile(targetUrl: () => string): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isConnected = true
  const server = createServer((incoming) => {
    if (!isConnected) return incoming.destroy()
    const { hostname, port } = new URL(targetUrl())
    const outgoing = connect(Number(port), hostname)
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
    return undefined
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  afterAll(async () => {
    const closed = once(server, 'close')
    server.close()
    destroyAll()
    await closed
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return {
    url: `http://127.0.0.1:${address.port}`,
    disconnect: () => {
      isConnected = false
      destroyAll()
    },
    repair: () => {
      isConnected = true
    },
  }
}
