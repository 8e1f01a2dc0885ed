import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'
import { answerWithin } from '#kernel/platform/event-store/waiting.ts'
import { closeServer, sendMetrics } from '#kernel/platform/metrics.ts'
import type { FeedStatus } from './status.ts'

interface HealthServer {
  readonly host: string
  readonly port: number
  readonly status: () => FeedStatus | undefined
  readonly headOfLog: () => Promise<bigint>
  /** Undefined when the metrics have a port of their own. */
  readonly registry: Registry | undefined
}

const HEAD_WITHIN_MS = 1_000

/** Serves health, metrics and where the feed stands. */
export async function serveHealth(options: HealthServer) {
  const { host, port, status, registry, headOfLog } = options
  const server = createServer((request, response) => {
    const pathname = request.url?.split('?', 1)[0]
    if (pathname === '/health/live') return sendJson(response, 200, { status: 'live' })
    if (pathname === '/health/ready') return sendReadiness(response, status())
    if (pathname === '/status') return void sendStatus(response, status(), headOfLog)
    if (pathname === '/metrics' && registry !== undefined) {
      return void sendMetrics(response, registry)
    }
    return sendJson(response, 404, { status: 'unknown path' })
  }).listen(port, host)
  await once(server, 'listening')
  return { close: () => closeServer(server) }
}

function sendReadiness(response: ServerResponse, status: FeedStatus | undefined) {
  const { phase = 'starting', failure } = status ?? {}
  if (phase === 'publishing' || phase === 'standingBy') {
    return sendJson(response, 200, { status: 'ready' })
  }
  const reason = failure === undefined ? phase : `${phase}: ${failure}`
  return sendJson(response, 503, { status: 'starting', missing: [`feed: ${reason}`] })
}

async function sendStatus(
  response: ServerResponse,
  status: FeedStatus | undefined,
  headOfLog: () => Promise<bigint>,
) {
  const head = await answerWithin(HEAD_WITHIN_MS, headOfLog()).catch(() => undefined)
  const { phase = 'starting', position, failure = null } = status ?? {}
  const lag = head === undefined || position === undefined ? undefined : head - position
  sendJson(response, 200, {
    phase,
    position: textOrNull(position),
    head: textOrNull(head),
    lag: textOrNull(lag !== undefined && lag < 0n ? 0n : lag),
    failure,
  })
}

const textOrNull = (position: bigint | undefined) => position?.toString() ?? null

function sendJson(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}
