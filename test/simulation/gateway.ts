import { failure } from '#kernel/contract/envelope.ts'
import { detail } from '#kernel/domain/detail.ts'
import { unknownOutcome } from '#kernel/domain/request-changes.ts'
import { type Answer, answerFrom, type Received } from '#test/support/system-client.ts'
import type { Server } from './world/instance.ts'
import type { Random } from './world/random.ts'
import type { Process, VirtualTime } from './world/time.ts'

export interface SimulatedRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly data?: unknown
}

/** An instance that takes requests. */
export interface Upstream {
  readonly process: Process
  readonly server: Server
  /** The answers that clients wait for: if it dies, nobody knows them. */
  readonly awaited: Set<(received: Received) => void>
}

const RETRY_AFTER_SECONDS = 2

/** Sends a client's request to one of the instances, and answers for an instance that dies, as our gateway does. */
export function gatewayTo(
  upstreams: ReadonlySet<Upstream>,
  { time, random }: { readonly time: VirtualTime; readonly random: Random },
) {
  return async (request: SimulatedRequest): Promise<Answer> => {
    const { promise, resolve } = Promise.withResolvers<Received>()
    const all = [...upstreams]
    if (all.length === 0) resolve(nobody(crypto.randomUUID()))
    else {
      const upstream = random.pick(all)
      upstream.awaited.add(resolve)
      time.within(upstream.process, () => time.after(random.integer(1, 3), () => void serve()))
      async function serve() {
        const {
          statusCode: status,
          headers,
          rawPayload: body,
        } = await upstream.server.inject({
          method: request.method,
          url: request.path,
          headers: {
            ...request.headers,
            ...(request.data !== undefined && { 'content-type': 'application/json' }),
          },
          ...(request.data !== undefined && { payload: JSON.stringify({ data: request.data }) }),
        })
        resolve({ status, headers: textsOf(headers), body })
      }
      const received = await promise
      upstream.awaited.delete(resolve)
      return answerFrom(request, received, true)
    }
    return answerFrom(request, await promise, true)
  }
}

const textsOf = (headers: Readonly<Record<string, string | number | string[] | undefined>>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'number' ? value.toString() : value,
    ]),
  )

function nobody(traceId: string): Received {
  const message = 'The service cannot be reached, and nothing was changed. Try again later.'
  const details = [detail('request', 'unavailable', { retryAfter: RETRY_AFTER_SECONDS })]
  return unavailable(traceId, { message, details }, { 'retry-after': String(RETRY_AFTER_SECONDS) })
}

/** What a client hears whose instance has died. */
export function lost(): Received {
  const { message, details } = unknownOutcome('data', {})
  return unavailable(crypto.randomUUID(), { message, details })
}

function unavailable(
  traceId: string,
  error: Pick<Parameters<typeof failure>[1], 'message' | 'details'>,
  headers: Received['headers'] = {},
): Received {
  const body = failure(traceId, { code: 'INTERNAL_ERROR', ...error })
  return {
    status: 503,
    headers: { 'content-type': 'application/json', 'x-request-id': traceId, ...headers },
    body: Buffer.from(JSON.stringify(body)),
  }
}
