import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Counter } from 'prom-client'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { Fault } from '../state/faults.ts'
import type { State } from '../state/state.ts'
import type { Answer, ArrivedCall, Operation } from './operation.ts'
import { holdUntilGone, outcomeOf } from './outcome.ts'

export interface OperationServing {
  readonly state: Pick<State, 'calls' | 'faults' | 'atomically'>
  readonly logger: Logger
  readonly callCounter: Counter<'operation' | 'fault'>
}

/** Adds a route for every operation: each call is counted, then the next ordered fault applies. */
export function serveOperations(
  operations: readonly Operation[],
  serving: OperationServing,
): FastifyPluginAsync {
  return async (app) => {
    const closing = new AbortController()
    const running = new Set<Promise<unknown>>()
    // Also for calls whose caller has disconnected: their work is done before the process stops.
    app.addHook('preClose', async () => {
      closing.abort()
      await Promise.allSettled(running)
    })
    const faults = new WeakMap<FastifyRequest, Fault>()
    for (const operation of operations) {
      // Before the body is read: an incomplete or unreadable call has arrived, too.
      const onRequest = async (request: FastifyRequest) => {
        const fault = arrive(operation, request, serving)
        if (fault !== undefined) faults.set(request, fault)
      }
      const handler = (request: FastifyRequest, reply: FastifyReply) => {
        const fault = faults.get(request)
        const work = answerTo({ operation, request, fault, closing: closing.signal }, reply)
        running.add(work)
        return work.finally(() => running.delete(work))
      }
      app.route({ method: operation.method, url: operation.url, onRequest, handler })
    }
  }
}

function arrive(
  operation: Operation,
  request: FastifyRequest,
  { state, logger, callCounter }: OperationServing,
): Fault | undefined {
  const requestId = requestIdOf(request)
  const fault = state.atomically(() => {
    state.calls.record({
      operation: operation.name,
      at: new Date().toISOString(),
      uuid: operation.uuidOf?.(request) ?? null,
      requestId,
    })
    return state.faults.take(operation.name)
  })
  const labels = { operation: operation.name, fault: fault?.mode ?? 'none' }
  callCounter.inc(labels)
  logger.info({ ...labels, requestId }, 'call')
  return fault
}

async function answerTo(call: ArrivedCall, reply: FastifyReply): Promise<FastifyReply> {
  const answer = await outcomeOf(call)
  if (answer !== undefined) return send(reply, answer)
  reply.hijack()
  await holdUntilGone(reply.raw, call.closing)
  return reply
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status)
  if ('json' in answer) return reply.send(answer.json)
  return reply.type(answer.contentType).send(answer.file)
}

function requestIdOf({ headers }: FastifyRequest): string | null {
  const given = headers['x-request-id']
  return typeof given === 'string' ? given.slice(0, 200) : null
}
