import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'
import { closeServer, sendMetrics } from '#kernel/platform/metrics.ts'
import type { ProjectionStatus } from './runtime/status.ts'

interface HealthServer {
  readonly host: string
  readonly port: number
  /** Undefined until the projection has been started. */
  readonly status: () => ProjectionStatus | undefined
  /** Undefined when the metrics have a port of their own. */
  readonly registry: Registry | undefined
}

/** Serves health and metrics; the projections answer no other question. */
export async function serveHealth({ host, port, status, registry }: HealthServer) {
  const server = createServer((request, response) => {
    const pathname = request.url?.split('?', 1)[0]
    if (pathname === '/health/live') return sendJson(response, 200, { status: 'live' })
    if (pathname === '/health/ready') return sendReadiness(response, status())
    if (pathname === '/metrics' && registry !== undefined) {
      return void sendMetrics(response, registry)
    }
    return sendJson(response, 404, { status: 'unknown path' })
  }).listen(port, host)
  await once(server, 'listening')
  return { close: () => closeServer(server) }
}

function sendReadiness(response: ServerResponse, status: ProjectionStatus | undefined) {
  const isReady = status?.phase === 'live' || status?.phase === 'standingBy'
  if (isReady) return sendJson(response, 200, { status: 'ready' })
  return sendJson(response, 503, { status: 'starting', missing: [whatIsMissing(status)] })
}

function whatIsMissing(status: ProjectionStatus | undefined) {
  const { phase = 'starting', failure, position = 0n } = status ?? {}
  const state = failure === undefined ? `${phase} at position ${position}` : failure
  return `projection read_model: ${state}`
}

function sendJson(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}
