import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request as requestTo,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { onTestFinished } from 'vitest'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { freePort } from '#stack/free-port.ts'
import { type Gateway, gatewayServer } from '#stack/gateway/server.ts'
import type { GatewaySettings } from '#stack/gateway/settings.ts'

/** An HTTP server for the running test, closed with it; on a port of its own unless one is given. */
export async function serveForThisTest(listener: RequestListener, port = 0): Promise<string> {
  return listenForThisTest(createServer(listener), port)
}

/** What stands before several instances: it sends each request to one that says that it is ready. */
export function balancerForThisTest(instances: readonly string[]): Promise<string> {
  let turn = 0
  async function pass(request: IncomingMessage, response: ServerResponse) {
    turn += 1
    const at = turn % instances.length
    const ready = await Promise.all(instances.map(isReady))
    const order = [...instances.keys()].map((index) => (index + at) % instances.length)
    const [url = ''] = order.filter((index) => ready[index]).map((index) => instances[index])
    const { method, headers } = request
    // On a connection of its own, which a listener that closes has taken or not.
    const passed = requestTo(new URL(request.url ?? '', url), { method, headers, agent: false })
    passed.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    passed.once('error', () => response.destroy())
    request.pipe(passed)
  }
  return serveForThisTest((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
}

const isReady = (url: string) =>
  fetch(new URL('/health/ready', url)).then(
    ({ ok }) => ok,
    () => false,
  )

/** A gateway in front of these services. At the address of any other service nothing listens. */
export async function gatewayForThisTest(
  services: Readonly<Partial<Record<'command' | 'query' | 'projections', string>>>,
  settings: Partial<GatewaySettings> = {},
  {
    patienceMs = 5_000,
    starting = () => [],
    waiting = () => [],
  }: Partial<Pick<Gateway, 'patienceMs' | 'starting' | 'waiting'>> = {},
): Promise<string> {
  const nobody = `http://127.0.0.1:${await freePort()}`
  const gateway = gatewayServer({
    settings: {
      host: '127.0.0.1',
      port: 0,
      metricsPort: null,
      traceEndpoint: null,
      logLevel: 'silent',
      drainMs: 0,
      services: {
        command: services.command ?? nobody,
        query: services.query ?? nobody,
        projections: services.projections ?? nobody,
      },
      audit: null,
      feed: null,
      webhooks: null,
      saysReasons: false,
      trustedProxies: [],
      ...settings,
    },
    logger: silentLogger,
    registry: new Registry(),
    starting,
    waiting,
    patienceMs,
  })
  return listenForThisTest(gateway, 0)
}

export async function listenForThisTest(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  })
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return `http://127.0.0.1:${address.port}`
}
