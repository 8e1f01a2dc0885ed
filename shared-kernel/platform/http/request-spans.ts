import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readTraceparent } from '#kernel/platform/tracing/traceparent.ts'
import { beginSpan, type Span, traceparentOf } from '#kernel/platform/tracing/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | undefined
  }
}

/** A span for each request of the API, named by its route and never by its path. */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('span', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route = 'none' } = request.routeOptions
    if (route.startsWith('/v1')) request.span = spanOf(request, route)
    done()
  })
  app.addHook('onResponse', ({ span }, { statusCode }, done) => {
    span?.setAttribute('http.response.status_code', statusCode).end()
    done()
  })
}

const spanOf = ({ method, id, headers }: FastifyRequest, route: string) =>
  beginSpan({
    name: `${method} ${route}`,
    kind: 'SERVER',
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'sarraf.request_id': id,
    },
    caller: headers['traceparent'] ?? '',
  })

/** What the events of a request keep of its trace; the caller's where only the caller traces. */
export function recordedTraceparent({ span, headers }: FastifyRequest): string | undefined {
  if (span !== undefined) return traceparentOf(span)
  const { traceparent } = headers
  return readTraceparent(traceparent) && String(traceparent)
}
