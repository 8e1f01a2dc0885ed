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
import { isForScript, isFromHere } from '#kernel/platform/http/same-origin.ts'
import { pageHeaders } from '#kernel/platform/http/security-headers.ts'
import { trustFrom } from '#kernel/platform/http/server.ts'
import { parseForm } from '#kernel/platform/http/url-encoded.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { TooBusy } from '#kernel/platform/waiting/bounded-queue.ts'
import { VisitorDisconnected } from './evidence/package.ts'
import { assets } from './serving/assets.ts'
import { faultPage } from './serving/fault.ts'
import type { PageDependencies, PageRoute } from './serving/route.ts'
import { type Site, siteOf } from './serving/site.ts'
import { UnreadableDate } from './serving/unreadable-date.ts'
import { languageCookie, type PageAnswer, type Visit, visitOf } from './serving/visit.ts'

/** A site with its pages. */
interface ServedSite extends Site {
  readonly routes: (dependencies: PageDependencies) => readonly PageRoute[]
}

interface Pages extends PageDependencies {
  /** The first one also answers for addresses that belong to none. */
  readonly sites: readonly [ServedSite, ...ServedSite[]]
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

/** The pages for people: rendered on the server, without any script. */
export function pagesServer({
  sites,
  logger,
  registry,
  hasMetricsPort = false,
  trustedProxies,
  hosts,
  faults,
  ...dependencies
}: Pages): FastifyInstance {
  const visitIn: VisitIn = (request) => visitOf(request, (path) => siteOf(sites, path))
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
      const visit = visitIn(request)
      answer(visit, reply, notFound(visit))
    },
  })
  takeForms(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...pageHeaders, 'x-request-id': request.id })
  })
  app.setNotFoundHandler((request, reply) => {
    const visit = visitIn(request)
    return answer(visit, reply, notFound(visit))
  })
  app.setErrorHandler((error, request, reply) => {
    const visit = visitIn(request)
    return answer(visit, reply, faultOf(error, request, visit))
  })
  publicPages(app, {
    ...(registry === undefined ? {} : { registry }),
    hasMetricsPort,
    missing: () => missingIn({ ...dependencies, faults }),
  })
  for (const site of sites) {
    serveAssets(app, site)
    for (const route of site.routes(dependencies)) mount(app, route, { hosts, visitIn })
  }
  return app
}

type VisitIn = (request: FastifyRequest) => Visit

function takeForms(app: FastifyInstance) {
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
}

function serveAssets(app: FastifyInstance, { root }: Site) {
  for (const { path, contentType, content } of assets()) {
    app.get(`${root}${path}`, (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type(contentType)
        .send(content),
    )
  }
}

interface Mounting {
  readonly hosts: readonly string[]
  readonly visitIn: VisitIn
}

function mount(
  app: FastifyInstance,
  { method, path, handle }: PageRoute,
  { hosts, visitIn }: Mounting,
) {
  app.route({
    method,
    url: path,
    handler: async (request, reply) => {
      const visit = visitIn(request)
      if (
        isForScript(request.headers) ||
        (method === 'POST' && !isFromHere(request.headers, hosts))
      ) {
        return answer(visit, reply, faultPage(visit, { status: 403, reason: 'foreign' }))
      }
      return answer(visit, reply, await handle(visit))
    },
  })
}

function answer(visit: Visit, reply: FastifyReply, given: PageAnswer) {
  for (const cookie of [...languageCookie(visit), ...(given.cookies ?? [])]) {
    reply.header('set-cookie', cookie)
  }
  if ('to' in given) return reply.redirect(given.to, 303)
  if ('file' in given) {
    reply.header('content-disposition', `attachment; filename="${given.name}"`)
    return reply.type(given.contentType ?? 'application/zip').send(given.file)
  }
  if (given.refresh !== undefined) reply.header('refresh', given.refresh)
  if (given.retryAfter !== undefined) reply.header('retry-after', given.retryAfter)
  return reply
    .code(given.status ?? 200)
    .type('text/html; charset=utf-8')
    .send(textOf(given.page))
}

const notFound = (visit: Visit) => faultPage(visit, { status: 404, reason: 'notFound' })

function faultOf(error: unknown, request: FastifyRequest, visit: Visit): PageAnswer {
  if (error instanceof TooBusy) return faultPage(visit, { status: 503, reason: 'busy' })
  if (error instanceof AccessUnrecorded)
    return faultPage(visit, { status: 503, reason: 'unrecorded' })
  if (error instanceof UnreadableDate) {
    const { field, example } = error
    const values = { field, example }
    return faultPage(visit, { status: 400, reason: 'unreadableDate', values })
  }
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
}: Pick<Pages, 'system' | 'faults'>): Promise<readonly string[]> {
  try {
    const { log } = await system()
    await log.headOfLog()
    return await faults()
  } catch {
    return ['database, vault or event store']
  }
}
