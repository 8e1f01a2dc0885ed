import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Counter, type Registry } from 'prom-client'
import type { Logger } from '#kernel/platform/logger.ts'
import { metricsAnswer } from '#kernel/platform/metrics.ts'
import { failure, requestIdOf, sendJson } from './answers.ts'
import { clientOf } from './client.ts'
import { connectionTimeouts, limitConnections } from './connections.ts'
import { forward } from './forward.ts'
import { missingParts } from './health.ts'
import { mergedMetrics } from './merged-metrics.ts'
import { pathIn, serviceFor } from './routing.ts'
import type { GatewaySettings } from './settings.ts'

export interface Gateway {
  readonly settings: GatewaySettings
  readonly logger: Logger
  readonly registry: Registry
  /** What the whole start waits for, besides the services. */
  readonly starting: () => readonly string[]
}

/** The server at the base address, in front of the services. */
export function gatewayServer(gateway: Gateway): Server {
  const requests = new Counter({
    name: 'gateway_requests_total',
    help: 'Requests by the service they went to and the status of the answer',
    labelNames: ['upstream', 'status'],
    registers: [gateway.registry],
  })
  const client = clientOf(gateway.settings.trustedProxies)
  const server = createServer(connectionTimeouts, (request, response) => {
    if (!server.listening) response.setHeader('connection', 'close')
    answer({ ...gateway, client }, request, response).then(
      (upstream) => requests.inc({ upstream, status: response.statusCode }),
      (error: unknown) => {
        gateway.logger.error({ err: error }, 'request failed')
        response.destroy()
      },
    )
  })
  limitConnections(server)
  server.on('clientError', (_error, socket: Socket) => {
    if (socket.writable) refuseUnreadable(socket)
    else socket.destroy()
  })
  return server
}

async function answer(
  gateway: Gateway & { readonly client: ReturnType<typeof clientOf> },
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { settings } = gateway
  const path = pathIn(request.url ?? '/')
  const requestId = requestIdOf(request)
  if (request.method === 'GET' && path?.startsWith('/health/') === true) {
    response.setHeader('x-request-id', requestId)
    if (path === '/health/live') return answerHere(response, 200, { status: 'live' })
    if (path === '/health/ready') return answerReadiness(gateway, response)
  }
  if (path === '/metrics') {
    response.setHeader('x-request-id', requestId)
    if (request.method === 'GET' && settings.metricsPort === null) {
      return answerMetrics(gateway, response)
    }
    return answerHere(response, 404, failure('RESOURCE_NOT_FOUND', requestId))
  }
  const service = serviceFor(request.method ?? 'GET', path)
  const url = service === 'audit' ? settings.audit : service && settings.services[service]
  if (service === undefined || url === null || url === undefined) {
    response.setHeader('x-request-id', requestId)
    return answerHere(response, 404, failure('RESOURCE_NOT_FOUND', requestId))
  }
  const client = gateway.client(request)
  const outcome = await forward({ request, response, requestId, client }, url)
  if (outcome === 'unavailable') {
    gateway.logger.warn({ requestId, service }, 'the service gave no answer')
    response.setHeader('x-request-id', requestId)
    // An unread rest of a body would block the next request on the connection.
    request.resume()
    sendJson(response, 500, failure('INTERNAL_ERROR', requestId))
  }
  return service
}

function answerHere(response: ServerResponse, status: number, body: object) {
  sendJson(response, status, body)
  return 'gateway' as const
}

async function answerReadiness({ settings, starting }: Gateway, response: ServerResponse) {
  const missing = [...(await missingParts(settings.services)), ...starting()]
  return missing.length === 0
    ? answerHere(response, 200, { status: 'ready' })
    : answerHere(response, 503, { status: 'starting', missing })
}

/** The metrics of all parts, on one page. */
export async function answerMetrics({ settings, registry }: Gateway, response: ServerResponse) {
  const own = await metricsAnswer(registry)
  const body = await mergedMetrics(own.body, {
    ...settings.services,
    ...(settings.audit !== null && { audit: settings.audit }),
    ...(settings.feed !== null && { feed: settings.feed }),
  })
  response.setHeader('content-type', own.contentType).end(body)
  return 'gateway' as const
}

function refuseUnreadable(socket: Socket) {
  const traceId = crypto.randomUUID()
  const body = JSON.stringify(failure('VALIDATION_FAILED', traceId))
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'content-type: application/json; charset=utf-8',
      `x-request-id: ${traceId}`,
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
