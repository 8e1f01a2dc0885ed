import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { metricsAnswer } from '#kernel/platform/process/metrics.ts'
import { controlRoutes } from './control.ts'
import { acceptForms, nilveraRoutes } from './nilvera/routes.ts'
import { invoiceStatus } from './operations/invoice/status.ts'
import { operationsOf } from './operations/operations.ts'
import { serveOperations } from './operations/serve-operations.ts'
import type { State } from './state/state.ts'

export interface SandboxParts {
  readonly state: State
  readonly logger: Logger
  readonly metrics: Registry
}

const MEBIBYTE = 1_048_576

/** The provider side of every port, and the control side for tests and demos. */
export function sandboxServer({ state, logger, metrics }: SandboxParts): FastifyInstance {
  const app = Fastify({
    bodyLimit: 16 * MEBIBYTE,
    routerOptions: { maxParamLength: 500 },
    // Callers keep idle connections open, and an orderly close would wait for them.
    forceCloseConnections: true,
  })
  acceptEmptyJson(app)
  acceptForms(app)
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) logger.error({ err: error }, 'failed')
    const answer =
      status < 500
        ? { code: 'BAD_REQUEST', message: error.message }
        : { code: 'INTERNAL_ERROR', message: 'The provider has an internal error.' }
    return reply.code(status).send(answer)
  })
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ code: 'NO_SUCH_CALL', message: 'There is no such call.' }),
  )

  const callCounter = new Counter({
    name: 'sandbox_calls_total',
    help: 'Calls that arrived, and the fault each of them met',
    labelNames: ['operation', 'fault'] as const,
    registers: [metrics],
  })
  app.register(serveOperations(operationsOf(state), { state, logger, callCounter }))
  app.register(invoiceStatus(state.invoices))
  app.register(nilveraRoutes(state))

  app.register(controlRoutes(state), { prefix: '/__sandbox' })

  app.get('/health/live', (_request, reply) => reply.send({ status: 'live' }))
  app.get('/health/ready', (_request, reply) => reply.send({ status: 'ready' }))
  app.get('/metrics', async (_request, reply) => {
    const { contentType, body } = await metricsAnswer(metrics)
    return reply.type(contentType).send(body)
  })
  return app
}

/** Many clients send a content type without a body. */
function acceptEmptyJson(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else void parseJson(request, body.toString(), done)
  })
}
