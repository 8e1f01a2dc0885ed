import { failure } from '#kernel/contract/envelope.ts'
import { messageIn } from '#kernel/domain/messages/message.ts'
import { type Failure, RETRY_AFTER_SECONDS, unavailable, unknown } from '#stack/gateway/answers.ts'
import { type Answer, answerFrom, type Received } from '#test/support/system-client.ts'
import { COMPANY_ID } from './setup.ts'
import type { Started } from './world/instance.ts'
import type { Random } from './world/random.ts'
import type { Process, VirtualTime } from './world/time.ts'

export interface SimulatedRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly data?: unknown
  /** Whose it is. */
  readonly companyId?: string
}

/** An instance that takes requests. */
export interface Upstream extends Started {
  readonly process: Process
  /** The answers that clients wait for: if it dies, nobody knows them. */
  readonly awaited: Set<(received: Received) => void>
}

/** The header in which it says who has served a request. */
export const SERVED_BY = 'x-served-by'

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
        const served = upstream.server.inject({
          method: request.method,
          url: request.path,
          headers: {
            authorization: request.companyId ?? COMPANY_ID,
            ...request.headers,
            ...(request.data !== undefined && { 'content-type': 'application/json' }),
          },
          ...(request.data !== undefined && { payload: JSON.stringify({ data: request.data }) }),
        })
        // It takes no more connections.
        await served.then(
          ({ statusCode: status, headers, rawPayload: body }) =>
            resolve({
              status,
              headers: { ...textsOf(headers), [SERVED_BY]: upstream.process.name },
              body,
            }),
          () => resolve(nobody(crypto.randomUUID())),
        )
      }
      await promise
      upstream.awaited.delete(resolve)
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

/** Where no instance is there to take a request. */
function nobody(traceId: string): Received {
  return received(traceId, envelope(traceId, unavailable()), {
    'retry-after': String(RETRY_AFTER_SECONDS),
  })
}

/** What a client hears whose instance has died. */
export function lost(): Received {
  const traceId = crypto.randomUUID()
  return received(traceId, envelope(traceId, unknown()))
}

const envelope = (traceId: string, { message, ...of }: Failure) =>
  failure(traceId, { ...of, message: messageIn('en', message) })

const received = (traceId: string, body: object, headers: Received['headers'] = {}): Received => ({
  status: 503,
  headers: { 'content-type': 'application/json', 'x-request-id': traceId, ...headers },
  body: Buffer.from(JSON.stringify(body)),
})
