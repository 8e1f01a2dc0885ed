import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
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
        command: services.command?.split(',') ?? [nobody],
        query: services.query?.split(',') ?? [nobody],
        projections: [services.projections ?? nobody],
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
