import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { closeServer, sendMetrics } from '#kernel/platform/metrics.ts'
import { answerWithin } from '#kernel/platform/timing.ts'
import { lagOf } from '../runtime/lag.ts'
import type { FeedStatus } from './status.ts'

interface HealthServer {
  readonly host: string
  readonly port: number
  readonly status: () => FeedStatus | undefined
  /** Undefined until the event store has been connected. */
  readonly log: () => Log | undefined
  /** Undefined when the metrics have a port of their own. */
  readonly registry: Registry | undefined
}

type Log = Pick<EventStore, 'readLog' | 'headOfLog' | 'standstills'>

const LAG_WITHIN_MS = 1_000
const MAX_COUNTED = 500

/** Serves health, metrics and the feed's status. */
export async function serveHealth(options: HealthServer) {
  const { host, port, status, registry, log } = options
  const server = createServer((request, response) => {
    const pathname = request.url?.split('?', 1)[0]
    if (pathname === '/health/live') return sendJson(response, 200, { status: 'live' })
    if (pathname === '/health/ready') return sendReadiness(response, status(), log())
    if (pathname === '/status') return void sendStatus(response, status(), log())
    if (pathname === '/metrics' && registry !== undefined) {
      return void sendMetrics(response, registry)
    }
    return sendJson(response, 404, { status: 'unknown path' })
  }).listen(port, host)
  await once(server, 'listening')
  return { close: () => closeServer(server) }
}

function sendReadiness(
  response: ServerResponse,
  status: FeedStatus | undefined,
  log: Log | undefined,
) {
  const { phase = 'starting', failure = phase } = status ?? {}
  const still = phase === 'publishing' ? (log?.standstills() ?? []) : []
  if (still.length > 0) {
    const missing = still.map(({ reason }) => reason)
    return sendJson(response, 503, { status: 'starting', missing })
  }
  if (phase === 'publishing' || phase === 'standingBy') {
    return sendJson(response, 200, { status: 'ready' })
  }
  const reason = failure.startsWith(phase) ? failure : `${phase}: ${failure}`
  return sendJson(response, 503, { status: 'starting', missing: [`feed: ${reason}`] })
}

async function sendStatus(
  response: ServerResponse,
  status: FeedStatus | undefined,
  log: Log | undefined,
) {
  const { phase = 'starting', position, failure = null } = status ?? {}
  const lag =
    log &&
    (await answerWithin(LAG_WITHIN_MS, lagOf(log, position ?? START_OF_LOG, MAX_COUNTED)).catch(
      () => undefined,
    ))
  sendJson(response, 200, {
    phase,
    position: position?.toString() ?? null,
    head: lag?.head.toString() ?? null,
    lagEvents: lag?.events ?? null,
    lagIsMore: lag?.isMore ?? false,
    lagMs: lag?.ms ?? null,
    failure,
  })
}

function sendJson(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}
