import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'
import { closeServer, sendMetrics } from '#kernel/platform/metrics.ts'
import { missingParts, type Parts } from './readiness.ts'

interface HealthServer {
  readonly host: string
  readonly port: number
  readonly parts: () => Parts
  /** Undefined when the metrics have a port of their own. */
  readonly registry: Registry | undefined
}

/** Serves health and metrics, and nothing else. */
export async function serveHealth({ host, port, parts, registry }: HealthServer) {
  const server = createServer((request, response) => {
    const pathname = request.url?.split('?', 1)[0]
    if (pathname === '/health/live') return sendJson(response, 200, { status: 'live' })
    if (pathname === '/health/ready') return sendReadiness(response, parts())
    if (pathname === '/metrics' && registry !== undefined) {
      return void sendMetrics(response, registry)
    }
    return sendJson(response, 404, { status: 'unknown path' })
  }).listen(port, host)
  await once(server, 'listening')
  return { close: () => closeServer(server) }
}

function sendReadiness(response: ServerResponse, parts: Parts): void {
  const missing = missingParts(parts)
  if (missing.length > 0) return sendJson(response, 503, { status: 'starting', missing })
  sendJson(response, 200, { status: 'ready', phase: parts.webhooks?.phase() })
}

function sendJson(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}
