import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Standstill } from '../event-store/standstill-report.ts'
import { exposeGauge, exposeLabelled } from './gauge.ts'

/** The metrics of a service and of its process, each labelled with the service's name. */
export function createMetrics(service: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry })
  return registry
}

/** So that an alert says what `/health/ready` says. */
export function exposeMissing(registry: Registry, missing: () => Promise<readonly string[]>) {
  const metric = {
    name: 'sarraf_missing_parts',
    help: 'How much the service lacks to be ready, as /health/ready lists it; NaN when it cannot tell',
  }
  exposeGauge(registry, metric, async () => (await missing()).length)
}

/** Of each follower of the log that was not given events: how many. */
export function exposeMissingEvents(registry: Registry, standstills: () => readonly Standstill[]) {
  const metric = {
    name: 'sarraf_follower_missing_events',
    help: 'Events of the log that a follower has passed without having them; nothing while it has all',
    labelNames: ['follower'] as const,
  }
  exposeLabelled(registry, metric, () =>
    standstills().flatMap(({ name, missing }) =>
      missing === undefined ? [] : [[{ follower: name }, missing] as const],
    ),
  )
}

/** The response of `GET /metrics`. */
export async function metricsAnswer(registry: Registry) {
  return { contentType: registry.contentType, body: await registry.metrics() }
}

/** Serves the metrics on a separate port. */
export async function serveMetrics(
  registry: Registry,
  { host, port }: { readonly host: string; readonly port: number },
) {
  const server = createServer((request, response) => {
    if (request.url === '/metrics') void sendMetrics(response, registry)
    else response.writeHead(404).end()
  }).listen(port, host)
  await once(server, 'listening')
  return { close: () => closeServer(server) }
}

/** Closes a server without waiting for its requests. */
export async function closeServer(server: Server): Promise<void> {
  const closed = promisify(server.close.bind(server))()
  server.closeAllConnections()
  await closed
}

export async function sendMetrics(response: ServerResponse, registry: Registry): Promise<void> {
  try {
    const { contentType, body } = await metricsAnswer(registry)
    response.setHeader('content-type', contentType).end(body)
  } catch {
    response.writeHead(500).end()
  }
}
