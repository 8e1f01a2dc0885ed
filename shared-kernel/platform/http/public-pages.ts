import type { FastifyInstance } from 'fastify'
import { Histogram, type Registry } from 'prom-client'
import { readinessAnswer } from '#kernel/platform/process/health-server.ts'
import { type Logger, withoutRedaction } from '#kernel/platform/process/logger.ts'
import { exposeMissing, metricsAnswer } from '#kernel/platform/process/metrics.ts'
import { type PreparedContent, preparedContent } from './prepared-content.ts'

export interface PublicPage {
  readonly path: string
  readonly contentType: string
  /** In place of those that every answer carries. */
  readonly headers?: Readonly<Record<string, string>>
  /** It is compressed when it differs from the last one. */
  readonly body: () => string | Promise<string>
}

interface PublicPages {
  readonly registry?: Registry
  readonly hasMetricsPort?: boolean
  readonly missing: () => Promise<readonly string[]>
  /** What somebody should look at although it works. */
  readonly warnings?: (() => readonly string[]) | undefined
  readonly ending?: AbortSignal | undefined
  readonly pages?: readonly PublicPage[]
}

/** What answers without credentials: health, metrics, and pages such as the documentation. */
export function publicPages(
  app: FastifyInstance,
  { registry, hasMetricsPort = false, missing, warnings, ending, pages }: PublicPages,
) {
  app.get('/health/live', () => ({ status: 'live' }))
  app.get('/health/ready', async (_request, reply) => {
    if (ending?.aborted === true) {
      return reply.code(503).send({ status: 'closing', missing: ['closing'] })
    }
    const absent = await missing()
    const found = warnings?.() ?? []
    const { status, body } = readinessAnswer(absent, found.length === 0 ? {} : { warnings: found })
    return reply.code(status).send(body)
  })
  if (registry !== undefined) exposeMissing(registry, missing)
  if (registry !== undefined && !hasMetricsPort) {
    app.get('/metrics', async (_request, reply) => {
      const { contentType, body } = await metricsAnswer(registry)
      return reply.type(contentType).send(body)
    })
  }
  for (const { path, contentType, headers, body } of pages ?? []) {
    let last: { readonly text: string; readonly prepared: PreparedContent } | undefined
    app.get(path, async (request, reply) => {
      const text = await body()
      if (last?.text !== text) last = { text, prepared: preparedContent(text) }
      const answer = await last.prepared.answer(request, reply)
      return reply
        .headers(headers ?? {})
        .type(contentType)
        .send(answer)
    })
  }
}

/** One log line and one observation for each request of the API; neither holds what it carried. */
export function observeRequests(
  app: FastifyInstance,
  { logger, registry }: { readonly logger: Logger; readonly registry?: Registry },
) {
  const accessLog = withoutRedaction(logger)
  const duration =
    registry === undefined
      ? undefined
      : new Histogram({
          name: 'http_request_duration_seconds',
          help: 'Time from the request to its answer',
          labelNames: ['method', 'route', 'status'],
          buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
          registers: [registry],
        })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    if (route.startsWith('/v1')) {
      const { id: requestId, method } = request
      const { statusCode: status, elapsedTime: ms } = reply
      duration?.observe({ method, route, status }, ms / 1000)
      accessLog.info({ requestId, method, route, status, ms }, 'answered')
    }
    done()
  })
}
