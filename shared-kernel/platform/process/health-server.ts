import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'
import { closeServer, sendMetrics } from './metrics.ts'

interface HealthServer {
  readonly host: string
  readonly port: number
  /** Undefined when the metrics have a port of their own. */
  readonly registry: Registry | undefined
}

export interface HealthAnswer {
  readonly status: number
  readonly body: object
}

export type Answers = Readonly<Record<string, () => HealthAnswer | Promise<HealthAnswer>>>

/** Serves metrics, that the process lives, and the answers by their paths; nothing else. */
export async function openHealthServer({ host, port, registry }: HealthServer, answers: Answers) {
  const byPath = new Map(Object.entries({ '/health/live': live, ...answers }))
  const server = createServer((request, response) => {
    const pathname = request.url?.split('?', 1)[0] ?? ''
    if (pathname === '/metrics' && registry !== undefined) {
      return void sendMetrics(response, registry)
    }
    return void send(response, byPath.get(pathname) ?? unknownPath)
  }).listen(port, host)
  await once(server, 'listening')
  return { close: () => closeServer(server) }
}

/** To `/health/ready`, by what is missing. */
export const readinessAnswer = (missing: readonly string[], more: object = {}): HealthAnswer =>
  missing.length === 0
    ? { status: 200, body: { status: 'ready', ...more } }
    : { status: 503, body: { status: 'starting', missing, ...more } }

const live = () => ({ status: 200, body: { status: 'live' } })

const unknownPath = () => ({ status: 404, body: { status: 'unknown path' } })

async function send(response: ServerResponse, answer: NonNullable<Answers[string]>) {
  const { status, body } = await answer()
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}
