import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { BYTES } from '#kernel/contract/endpoint.ts'
import { jsonOfList, success, successList } from '#kernel/contract/envelope.ts'
import { reject } from '#kernel/domain/rejection.ts'
import { type RequestChanges, requestChanges } from '#kernel/domain/request-changes.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import { within } from '../tracing/tracing.ts'
import { withWaitingBudget } from '../waiting/waiting-budget.ts'
import type { Authenticate } from './authentication.ts'
import { drainOnClose } from './draining.ts'
import { answerError, answerNotFound, answerUnreadableRequest } from './errors.ts'
import { type Form, mountForms } from './forms.ts'
import { lastRefusal } from './last-refusal.ts'
import { type Permit, permitting } from './permit.ts'
import { observeRequests, type PublicPage, publicPages } from './public-pages.ts'
import { ratePerKey, refusingSlowly } from './rate-per-key.ts'
import { readRequest } from './request.ts'
import { requestIdOf } from './request-id.ts'
import { traceRequests } from './request-spans.ts'
import type { Caller, EnvelopedAnswer, FileAnswer, Route } from './route.ts'
import type { RunningRequests } from './running-requests.ts'
import { foreignFileHeaders, securityHeaders } from './security-headers.ts'
import { answerUnroutable, lacksHost, withoutHost } from './unroutable-requests.ts'
import { parseQuery, routable } from './url-encoded.ts'

export interface HttpServer {
  readonly logger: Logger
  readonly routes: readonly Route[]
  /** Forms of pages that do what a route does. */
  readonly forms?: readonly Form[]
  readonly authenticate: Authenticate
  /** How many requests a second one key may send; 0, or nothing: no limit. */
  readonly ratePerKey?: number
  /** Throws when the company of a caller cannot be served now. */
  readonly admit?: (caller: Caller) => void
  /** Whose word about a client's address counts. */
  readonly trustedProxies?: readonly string[]
  readonly registry?: Registry
  /** Whether the metrics are served elsewhere, on a port of their own. */
  readonly hasMetricsPort?: boolean
  /** What is not ready yet; empty = ready. */
  readonly missing: () => Promise<readonly string[]>
  /** What `/health/ready` says although the service is ready. */
  readonly warnings?: () => readonly string[]
  /** Further GET pages that need no credentials. */
  readonly pages?: readonly PublicPage[]
  /** Waits until the read models have passed a position that a reader asks for (`x-min-event-position`). */
  readonly waitUntilRead?: (position: LogPosition) => Promise<unknown>
  /** How long a request may wait for the event store in all, over its appends, reads and queues. */
  readonly eventStoreTimeoutMs?: number
  /** Counts each request while its handler runs. */
  readonly running?: RunningRequests
  /** Aborted when the service is about to close: it still serves, and says that it is not ready. */
  readonly ending?: AbortSignal | undefined
  /** How long requests in flight may take during a shutdown, before they are cut off. */
  readonly drainMs?: number
}

const MAX_BODY_BYTES = 1024 * 1024
const MAX_URL_PART = 16_000
const REQUEST_TIMEOUT_MS = 60_000
const DRAIN_MS = 7_000
const KEEP_ALIVE_MS = 72_000

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    /** What it may have changed; null before its handler runs. */
    changes: RequestChanges | null
  }
}

/**
 * Serves endpoints of the contract. In this order: route (404), credentials (401), right (403),
 * everything that can be seen to be wrong in path, query and body (400), then the handler.
 */
export function httpServer(options: HttpServer): FastifyInstance {
  const logger: FastifyBaseLogger = options.logger
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    bodyLimit: MAX_BODY_BYTES,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: true,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    rewriteUrl: ({ url = '/' }) => routable(url),
    routerOptions: { maxParamLength: MAX_URL_PART, querystringParser: parseQuery },
    trustProxy: trustFrom(options.trustedProxies),
    requestIdHeader: false,
    genReqId: ({ headers }) => requestIdOf(headers),
    http: { requireHostHeader: false },
    frameworkErrors: answerUnreadableRequest,
  })
  app.decorateRequest('caller', null)
  app.decorateRequest('changes', null)
  answerUnroutable(app.server)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...securityHeaders, 'x-request-id': request.id })
    // So that clients leave before the connection is cut.
    if (options.ending?.aborted === true) reply.header('connection', 'close')
  })
  drainOnClose(app, options.drainMs ?? DRAIN_MS)
  refuseBeforeTheBody(app)
  keepBodiesAsBytes(app)
  const refused = lastRefusal()
  app.setErrorHandler((error, request, reply) => {
    refused.met(error)
    return answerError(error, request, reply)
  })
  app.addHook('onResponse', async ({ method }, { statusCode }) => {
    if (method !== 'GET' && statusCode < 300) refused.succeeded()
  })
  app.setNotFoundHandler(answerNotFound)
  traceRequests(app)
  observeRequests(app, options)
  publicPages(app, {
    ...options,
    missing: async () => [...(await options.missing()), ...refused.missing()],
  })
  const { admit, authenticate, forms = [], ratePerKey: perSecond = 0 } = options
  const take = refusingSlowly(ratePerKey(perSecond))
  const permit = permitting({ authenticate, ratePerKey: perSecond, take })
  for (const route of options.routes) mount(app, route, { ...options, permit })
  mountForms(app, forms, { admit, take, run: (request, work) => running(request, options, work) })
  return app
}

/** For Fastify. */
export const trustFrom = (proxies: readonly string[] = []) =>
  proxies.length === 0 ? false : [...proxies]

/** An unknown endpoint is not found, with any body. */
function refuseBeforeTheBody(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    const { code, message, details } = withoutHost
    if (lacksHost(request.raw)) reject(code, message, details)
    return request.is404 ? answerNotFound(request, reply) : undefined
  })
}

/** Bytes, until the request is authenticated and all its faults can be reported together. */
function keepBodiesAsBytes(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    (_request, body, done) => done(null, body),
  )
}

function mount(
  app: FastifyInstance,
  route: Route,
  options: HttpServer & { readonly permit: Permit },
) {
  const { endpoint } = route
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    onRequest: async (request, reply) => {
      const answered = new Promise((resolve) => reply.raw.once('close', resolve))
      request.caller = await options.permit(request, endpoint, answered)
      // Who left while it waited for its turn gets nothing done.
      if (reply.raw.destroyed) reply.hijack()
      else options.admit?.(request.caller)
    },
    handler: async (request, reply) => {
      request.changes = requestChanges(endpoint.path.includes('{id}') ? 'id' : 'data')
      const { minPosition, ...checked } = readRequest(endpoint, request)
      if (minPosition !== undefined && request.caller !== null) {
        await options.waitUntilRead?.(minPosition)
      }
      const answer = await running(request, options, () => route.handle(checked))
      if ('headers' in answer && answer.headers !== undefined) reply.headers(answer.headers)
      if ('file' in answer) return sendFile(request.headers.accept, reply, answer)
      reply.code('status' in answer ? (answer.status ?? endpoint.status) : endpoint.status)
      return enveloped(request.id, reply, answer)
    },
  })
}

/** All that a handler has without a parameter: the trace of its request, and its budget of waiting. */
const inContext = <Result>(
  { span }: FastifyRequest,
  { eventStoreTimeoutMs = Infinity }: HttpServer,
  handle: () => Promise<Result>,
): Promise<Result> => within(span, () => withWaitingBudget(eventStoreTimeoutMs, handle))

/** Counted while it runs. */
function running<Result>(
  request: FastifyRequest,
  options: HttpServer,
  work: () => Promise<Result>,
): Promise<Result> {
  const handle = () => inContext(request, options, work)
  return options.running?.during(request.id, handle) ?? handle()
}

function sendFile(
  accepted: string | undefined,
  reply: FastifyReply,
  { file, name, contentType }: FileAnswer,
) {
  const type = accepted === BYTES ? BYTES : contentType
  return reply.headers(foreignFileHeaders(name)).type(type).send(file)
}

function enveloped(requestId: string, reply: FastifyReply, answer: EnvelopedAnswer) {
  const timestamp = new Date().toISOString()
  if ('data' in answer) return success(requestId, timestamp, answer.data)
  if ('items' in answer) return successList(requestId, timestamp, answer)
  reply.type('application/json; charset=utf-8')
  return jsonOfList(requestId, timestamp, answer)
}
