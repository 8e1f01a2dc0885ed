import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'
import type { Standstill } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { closeServer, sendMetrics } from '#kernel/platform/metrics.ts'
import type { FollowedKeys } from '#kernel/platform/vault/follow-destroyed-keys.ts'
import { CHAIN_FOLLOWER } from './audit/chain/follower.ts'
import { readModels } from './read-models/read-models.ts'
import type { ProjectionReport } from './runtime/report.ts'
import type { ProjectionStatus } from './runtime/status.ts'

interface HealthServer extends Pick<FollowedKeys, 'keysFault'> {
  readonly host: string
  readonly port: number
  /** Of each shard; none until the projection has been started. */
  readonly statuses: () => readonly ProjectionStatus[]
  /** The statuses with the lag. */
  readonly report: () => Promise<readonly ProjectionReport[]>
  /** Followers of the log that do not come on, the projection's leader and the hash chain among them. */
  readonly standstills: () => readonly Standstill[]
  /** Undefined when the metrics have a port of their own. */
  readonly registry: Registry | undefined
}

/** Serves health and metrics, and nothing else. */
export async function serveHealth(health: HealthServer) {
  const { host, port, registry } = health
  const server = createServer((request, response) => {
    const pathname = request.url?.split('?', 1)[0]
    if (pathname === '/health/live') return sendJson(response, 200, { status: 'live' })
    if (pathname === '/health/ready') return void sendReadiness(response, health)
    if (pathname === '/metrics' && registry !== undefined) {
      return void sendMetrics(response, registry)
    }
    return sendJson(response, 404, { status: 'unknown path' })
  }).listen(port, host)
  await once(server, 'listening')
  return { close: () => closeServer(server) }
}

/** The service stays ready while companies are parked, because it serves all others. */
async function sendReadiness(response: ServerResponse, health: HealthServer) {
  const projections = await health.report()
  const statuses = health.statuses()
  const missing = [
    ...(statuses.length === 0 ? [whatIsMissing({ name: readModels.name })] : []),
    ...statuses
      .filter(({ phase }) => phase !== 'live' && phase !== 'standingBy')
      .map(whatIsMissing),
    ...standstillsOf(health, statuses),
    ...[health.keysFault() ?? []].flat(),
  ]
  if (missing.length === 0) return sendJson(response, 200, { status: 'ready', projections })
  return sendJson(response, 503, { status: 'starting', missing, projections })
}

/** Tables that are built side by side are not served, and a standby does not follow the log. */
function standstillsOf({ standstills }: HealthServer, statuses: readonly ProjectionStatus[]) {
  const led = statuses.filter(({ phase }) => phase === 'live').map(({ name }) => name)
  const awaited = new Set([...led, CHAIN_FOLLOWER])
  return standstills()
    .filter(({ name }) => awaited.has(name))
    .map(({ reason }) => reason)
}

function whatIsMissing({
  name,
  phase = 'starting',
  failure,
  position = START_OF_LOG,
  rebuild,
}: Partial<ProjectionStatus>) {
  if (failure !== undefined) return `projection ${name}: ${failure}`
  if (rebuild === undefined)
    return `projection ${name}: ${phase} at position ${position.toString()}`
  return `projection ${name}: ${rebuild.phase} at position ${rebuild.position.toString()} of ${rebuild.target.toString()}`
}

function sendJson(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}
