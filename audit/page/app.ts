import { randomUUID } from 'node:crypto'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Registry } from 'prom-client'
import { AccessUnrecorded } from '#audit/access/access-log.ts'
import { TooLong } from '#audit/too-long.ts'
import { unavailabilityOf } from '#kernel/platform/errors/unavailability.ts'
import { textOf } from '#kernel/platform/http/html.ts'
import { publicPages } from '#kernel/platform/http/public-pages.ts'
import { pageHeaders } from '#kernel/platform/http/security-headers.ts'
import { trustFrom } from '#kernel/platform/http/server.ts'
import { parseForm } from '#kernel/platform/http/url-encoded.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { TooBusy } from '#kernel/platform/waiting/bounded-queue.ts'
import { VisitorDisconnected } from './evidence/package.ts'
import { faultPage } from './pages/fault.ts'
import { auditRoutes } from './routes.ts'
import { assets } from './serving/assets.ts'
import type { AuditDependencies, AuditRoute } from './serving/route.ts'
import { isForScript, isFromHere } from './serving/same-origin.ts'
import { languageCookie, type PageAnswer, type Visit, visitOf } from './serving/visit.ts'

interface AuditPage extends AuditDependencies {
  readonly logger: Logger
  readonly registry?: Registry
  readonly hasMetricsPort?: boolean
  readonly trustedProxies: readonly string[]
  /** The hosts of this page, beside what `Host` says. */
  readonly hosts: readonly string[]
  /** That the log was set back; why keys may be held that are destroyed. */
  readonly faults: () => Promise<readonly string[]>
}

const MAX_FORM_BYTES = 8_192
const REQUEST_TIMEOUT_MS = 60_000
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The audit page: rendered on the server, without any script. */
export function auditPage({
  logger,
  registry,
  hasMetricsPort = false,
  trustedProxies,
  hosts,
  faults,
  ...dependencies
}: AuditPage): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = logger
  const app = Fastify({
    loggerInstance,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    bodyLimit: MAX_FORM_BYTES,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { ignoreTrailingSlash: true },
    trustProxy: trustFrom(trustedProxies),
    requestIdHeader: false,
    genReqId: ({ headers: { 'x-request-id': given } }) =>
      typeof given === 'string' && UUID.test(given) ? given : randomUUID(),
    frameworkErrors: (_error, request, reply) => {
      answer(request, reply, notFound(visitOf(request)))
    },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body: Buffer, done) => {
      const form = parseForm(body)
      if (form === undefined) done(new NotUtf8('a form is not UTF-8'))
      else done(null, form)
    },
  )
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...pageHeaders, 'x-request-id': request.id })
  })
  app.setNotFoundHandler((request, reply) => answer(request, reply, notFound(visitOf(request))))
  app.setErrorHandler((error, request, reply) => answer(request, reply, faultOf(error, request)))
  publicPages(app, {
    ...(registry === undefined ? {} : { registry }),
    hasMetricsPort,
    missing: () => missingIn({ ...dependencies, faults }),
  })
  serveAssets(app)
  for (const route of auditRoutes(dependencies)) mount(app, route, hosts)
  return app
}

function serveAssets(app: FastifyInstance) {
  for (const { path, contentType, content } of assets()) {
    app.get(path, (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type(contentType)
        .send(content),
    )
  }
}

function mount(
  app: FastifyInstance,
  { method, path, handle }: AuditRoute,
  hosts: readonly string[],
) {
  app.route({
    method,
    url: path,
    handler: async (request, reply) => {
      const visit = visitOf(request)
      if (
        isForScript(request.headers) ||
        (method === 'POST' && !isFromHere(request.headers, hosts))
      ) {
        return answer(request, reply, faultPage(visit, { status: 403, reason: 'foreign' }))
      }
      return answer(request, reply, await handle(visit))
    },
  })
}

function answer(request: FastifyRequest, reply: FastifyReply, given: PageAnswer) {
  for (const cookie of [...languageCookie(request), ...(given.cookies ?? [])]) {
    reply.header('set-cookie', cookie)
  }
  if ('to' in given) return reply.redirect(given.to, 303)
  if ('file' in given) {
    reply.header('content-disposition', `attachment; filename="${given.name}"`)
    return reply.type('application/zip').send(given.file)
  }
  if (given.refresh !== undefined) reply.header('refresh', given.refresh)
  if (given.retryAfter !== undefined) reply.header('retry-after', given.retryAfter)
  return reply
    .code(given.status ?? 200)
    .type('text/html; charset=utf-8')
    .send(textOf(given.page))
}

const notFound = (visit: Visit) => faultPage(visit, { status: 404, reason: 'notFound' })

function faultOf(error: unknown, request: FastifyRequest): PageAnswer {
  const visit = visitOf(request)
  if (error instanceof TooBusy) return faultPage(visit, { status: 503, reason: 'busy' })
  if (error instanceof AccessUnrecorded)
    return faultPage(visit, { status: 503, reason: 'unrecorded' })
  if (error instanceof TooLong) return faultPage(visit, { status: 503, reason: 'tooLong' })
  if (error instanceof VisitorDisconnected)
    return faultPage(visit, { status: 503, reason: 'tooLong' })
  const unavailable = unavailabilityOf(error)
  if (unavailable !== undefined) {
    request.log.warn({ err: error }, 'page refused temporarily')
    const page = faultPage(visit, { status: 503, reason: 'unavailable' })
    return { ...page, retryAfter: unavailable.retryAfterSeconds }
  }
  if (isClientsFault(error)) return faultPage(visit, { status: 400, reason: 'notFound' })
  request.log.error({ err: error }, 'page failed')
  return faultPage(visit, { status: 500, reason: 'internal' })
}

class NotUtf8 extends Error {
  readonly statusCode = 400
}

const isClientsFault = (error: unknown) =>
  error instanceof Error &&
  'statusCode' in error &&
  typeof error.statusCode === 'number' &&
  error.statusCode < 500

async function missingIn({
  system,
  faults,
}: Pick<AuditPage, 'system' | 'faults'>): Promise<readonly string[]> {
  try {
    const { log } = await system()
    await log.headOfLog()
    return await faults()
  } catch {
    return ['database, vault or event store']
  }
}
