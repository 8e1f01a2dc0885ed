import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * When the server closes, it answers the requests in flight, then cuts all connections: otherwise a
 * client's spare connection that never carried a request would keep the server open.
 */
export function drainOnClose(app: FastifyInstance, drainMs: number) {
  let inFlight = 0
  let isClosing = false
  const drained = Promise.withResolvers<void>()
  const resolveIfDrained = () => isClosing && inFlight === 0 && drained.resolve()
  app.addHook('onRequest', (_request, { raw }, done) => {
    inFlight++
    // Also where the client vanished while it was sending, so that nothing is ever answered.
    raw.once('close', () => {
      inFlight--
      resolveIfDrained()
    })
    done()
  })
  app.addHook('preClose', async () => {
    isClosing = true
    resolveIfDrained()
    await Promise.race([drained.promise, pause(drainMs, undefined, { ref: false })])
  })
}
