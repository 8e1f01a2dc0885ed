import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#kernel/contract/endpoint.ts'
import { filled } from '#kernel/domain/messages/message.ts'
import { reject } from '#kernel/domain/rejection.ts'
import type { Authenticate } from './authentication.ts'
import { turnsPerKey } from './rate-per-key.ts'
import type { Caller } from './route.ts'

/** `answered` settles when the caller has the answer, or is gone. */
export type Permit = (
  request: FastifyRequest,
  endpoint: Endpoint,
  answered: Promise<unknown>,
) => Promise<Caller>

interface Permitting {
  readonly authenticate: Authenticate
  readonly ratePerKey: number
  /** Counts a request of a key; rejects one too many. */
  readonly take: (apiUserId: string) => Promise<void>
}

/** Only a key that has proved itself counts, so nobody else can use up its rate. */
export function permitting({ authenticate, ratePerKey, take }: Permitting): Permit {
  const turn = turnsPerKey(ratePerKey)
  return async ({ headers, ip: address, id: requestId }, { right }, answered) => {
    const signIn = () => authenticate({ authorization: headers.authorization, address, requestId })
    let caller = await signIn()
    await take(caller.apiUserId)
    // Meanwhile the key may have ended.
    if (await turn(caller.apiUserId, answered)) caller = await signIn()
    if (caller.rights.includes(right)) return caller
    return reject('AUTH_FORBIDDEN', filled('This key has no right to {right}.', { right }))
  }
}
