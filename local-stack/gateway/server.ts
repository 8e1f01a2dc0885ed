import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Counter, type Registry } from 'prom-client'
import type { Message } from '#kernel/domain/messages/message.ts'
import { isForPeople } from '#kernel/platform/http/plain-page.ts'
import { requestIdOf } from '#kernel/platform/http/request-id.ts'
import { styledPageHeaders } from '#kernel/platform/http/security-headers.ts'
import {
  answerUnroutable,
  lacksHost,
  withoutHost,
} from '#kernel/platform/http/unroutable-requests.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { metricsAnswer } from '#kernel/platform/process/metrics.ts'
import { traced } from '#kernel/platform/tracing/tracing.ts'
import { onceForAll } from '#kernel/platform/waiting/in-groups.ts'
import {
  type Failure,
  notFound,
  type Refused,
  STARTING,
  sendFailure,
  sendJson,
  sendUnavailable,
  sendUnknown,
  UNREACHABLE,
} from './answers.ts'
import { clientOf, proxiesIn } from './client.ts'
import { limitConnections, serverOptions, usualLimits } from './connections.ts'
import { type Exchange, forward } from './forward.ts'
import { missingParts, namesIn, readinessLog } from './health.ts'
import { mergedMetrics } from './merged-metrics.ts'
import { oneAtATime } from './pipelining.ts'
import { type Readiness, readinessPage } from './readiness-page.ts'
import { pathIn, type ServiceName, serviceFor } from './routing.ts'
import type { GatewaySettings } from './settings.ts'

export interface Gateway {
  readonly settings: GatewaySettings
  readonly logger: Logger
  readonly registry: Registry
  /**
   * What the whole start waits for, besides the services. Until it is over no service is asked: it would take the
   * right password for a wrong one, and count it.
   */
  readonly starting: () => readonly string[]
  /** Which parts something refuses at the moment, with the reason: they are tried again. */
  readonly waiting?: () => readonly string[]
  /** Aborted when the gateway is about to close. */
  readonly ending?: AbortSignal
  /** How long a request waits for a service that is restarting. */
  readonly patienceMs?: number
}

/**
 * The answer is to look at the list: what the service had sent to the log before it died has arrived by then, and lists
 * show it.
 */
const WRITES_ARRIVE_WITHIN_MS = 2_000
const PATIENCE_MS = 5_000

interface Router extends Gateway {
  readonly client: ReturnType<typeof clientOf>
  /** Null where a service does not run. */
  readonly urlOf: Readonly<Record<ServiceName, URL | null>>
  /** Everybody may ask for these two, and each asks all services: once for all who wait. */
  readonly readiness: () => Promise<Readiness>
  readonly metrics: () => Promise<Metrics>
}

type Metrics = Awaited<ReturnType<typeof metricsAnswer>>

/** The server at the base address, in front of the services. */
export function gatewayServer(gateway: Gateway): Server {
  const requests = new Counter({
    name: 'gateway_requests_total',
    help: 'Requests by service and status of the response',
    labelNames: ['upstream', 'status'],
    registers: [gateway.registry],
  })
  const { services, audit, trustedProxies } = gateway.settings
  const urlOf = {
    command: new URL(services.command),
    query: new URL(services.query),
    audit: audit === null ? null : new URL(audit),
  }
  const router = {
    ...gateway,
    client: clientOf(trustedProxies),
    urlOf,
    readiness: onceForAll(readinessFor(gateway)),
    metrics: onceForAll(() => metricsOfAll(gateway)),
  }
  const isEnding = () => !server.listening || gateway.ending?.aborted === true
  const serve = oneAtATime((request, response) => {
    if (isEnding()) response.setHeader('connection', 'close')
    answer(router, request, response).then(
      (upstream) => requests.inc({ upstream, status: response.statusCode }),
      (error: unknown) => {
        gateway.logger.error({ err: error }, 'request failed')
        response.destroy()
      },
    )
  })
  const server = createServer(serverOptions, serve)
  const isTrusted = proxiesIn(trustedProxies)
  limitConnections(server, { ...usualLimits, isProxy: (address) => isTrusted(address, 0) })
  answerUnroutable(server)
  return server
}

async function answer(gateway: Router, request: IncomingMessage, response: ServerResponse) {
  const { settings } = gateway
  const path = pathIn(request.url ?? '/')
  const requestId = requestIdOf(request.headers)
  const refused = { request, response, requestId }
  if (lacksHost(request)) return refuseHere(refused, 400, withoutHost)
  if (request.method === 'GET' && path.startsWith('/health/')) {
    response.setHeader('x-request-id', requestId)
    if (path === '/health/live') return answerHere(response, 200, { status: 'live' })
    if (path === '/health/ready') return answerReadiness(gateway, request, response)
  }
  if (path === '/metrics') {
    response.setHeader('x-request-id', requestId)
    if (request.method === 'GET' && settings.metricsPort === null) {
      return answerMetrics(response, await gateway.metrics())
    }
    return refuseHere(refused, 404, notFound)
  }
  const service = serviceFor(request.method ?? 'GET', path)
  const url = service === undefined ? null : gateway.urlOf[service]
  if (service === undefined || url === null) return refuseHere(refused, 404, notFound)
  if (gateway.starting().length > 0) {
    refuseUnsent(refused, STARTING)
    return 'gateway' as const
  }
  const client = gateway.client(request)
  if (client === undefined) {
    response.destroy()
    return service
  }
  const exchange = { request, response, requestId, client }
  await traced(spanOf(exchange, service), async (span) => {
    await passOn(gateway, exchange, { service, url })
    span?.setAttribute('http.response.status_code', response.statusCode)
  })
  return service
}

/** Without the path, which may name a person. */
const spanOf = ({ request: { method, headers }, requestId }: Exchange, service: ServiceName) =>
  ({
    name: `${method} ${service}`,
    kind: 'SERVER',
    attributes: { 'http.request.method': method ?? '', 'sarraf.request_id': requestId },
    caller: headers['traceparent'] ?? '',
  }) as const

interface Upstream {
  readonly service: ServiceName
  readonly url: URL
}

async function passOn(gateway: Router, exchange: Exchange, { service, url }: Upstream) {
  const { request, requestId } = exchange
  const outcome = await forward(exchange, url, gateway.patienceMs ?? PATIENCE_MS)
  if (outcome !== 'answered') {
    gateway.logger.warn({ requestId, service, outcome }, 'the service gave no answer')
    if (outcome === 'down') refuseUnsent(exchange, UNREACHABLE)
    else {
      request.resume()
      await pause(WRITES_ARRIVE_WITHIN_MS)
      sendUnknown(exchange)
    }
  }
}

function refuseUnsent(refused: Refused, message: Message) {
  // An unread rest of a body would block the next request on the connection.
  refused.request.resume()
  sendUnavailable(refused, message)
}

function refuseHere(refused: Refused, status: number, failure: Failure) {
  sendFailure(refused, status, failure)
  return 'gateway' as const
}

function answerHere(response: ServerResponse, status: number, body: object) {
  sendJson(response, status, body)
  return 'gateway' as const
}

/** Strangers learn which service is not ready; why, with streams and positions, is for the operator. */
async function answerReadiness(
  gateway: Router,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const readiness = await gateway.readiness()
  const status = readiness.status === 'ready' ? 200 : 503
  response.setHeader('vary', 'accept, accept-language')
  if (!isForPeople(request.headers.accept)) return answerHere(response, status, readiness)
  const page = readinessPage(readiness, request.headers['accept-language'])
  response.writeHead(status, { ...styledPageHeaders, 'content-type': 'text/html; charset=utf-8' })
  response.end(page)
  return 'gateway' as const
}

function readinessFor({ settings, starting, waiting, ending, logger }: Gateway) {
  const log = readinessLog(logger)
  return async (): Promise<Readiness> => {
    if (ending?.aborted === true) return { status: 'closing', missing: ['closing'] }
    const [missing, ofFeed] = await Promise.all([
      missingParts(settings.services),
      missingParts(settings.feed === null ? {} : { feed: settings.feed }),
    ])
    const lacking = [...missing, ...starting()]
    const reasons = lacking.length === 0 ? [] : [...lacking, ...(waiting?.() ?? [])]
    log([...reasons, ...ofFeed])
    const said = (all: readonly string[]) => (settings.saysReasons ? all : namesIn(all))
    // Only consumers of the feed miss something: requests go on.
    const warnings = ofFeed.length > 0 && { warnings: said(ofFeed) }
    if (reasons.length === 0) return { status: 'ready', ...warnings }
    return { status: 'starting', missing: said(reasons), ...warnings }
  }
}

/** The metrics of all parts, on one page. */
export async function metricsOfAll({ settings, registry }: Gateway): Promise<Metrics> {
  const { contentType, body } = await metricsAnswer(registry)
  const merged = await mergedMetrics(body, {
    ...settings.services,
    ...(settings.audit !== null && { audit: settings.audit }),
    ...(settings.feed !== null && { feed: settings.feed }),
    ...(settings.webhooks !== null && { webhooks: settings.webhooks }),
  })
  return { contentType, body: merged }
}

export function answerMetrics(response: ServerResponse, { contentType, body }: Metrics) {
  response.setHeader('content-type', contentType).end(body)
  return 'gateway' as const
}
