import { createHmac, createSecretKey } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { detail } from '#kernel/domain/detail.ts'
import { reject } from '#kernel/domain/rejection.ts'
import { Unavailable } from '#kernel/domain/unavailable.ts'
import { atMost } from '../process/at-most.ts'
import { TooBusy } from '../waiting/bounded-queue.ts'
import { networkOf } from './network-of.ts'
import { secretMatches } from './secret-hash.ts'
import type { SignInAttempt, SignInLimits } from './sign-in-limits.ts'

interface Claimed {
  readonly apiUserId: string
  readonly secret: string
  readonly secretHash: string
  readonly address: string
}

interface Try extends Claimed {
  /** Keyed hash of user and secret, and of the hash that the secret is compared with. */
  readonly proof: string
  /** The same without that hash: it stays when the user gets another secret. */
  readonly lastingProof: string
}

const MAX_REMEMBERED = 10_000
const REFUSAL_REMEMBERED_MS = 5_000
const RETRY_AFTER_SECONDS = 1

export type KeyedHash = (...words: readonly string[]) => string

export function keyedHash(hashKey: Buffer): KeyedHash {
  const key = createSecretKey(hashKey)
  return (...words) => createHmac('sha256', key).update(JSON.stringify(words)).digest('base64url')
}

/**
 * Whether a secret is the one of a hash. Hashing takes tens of milliseconds on purpose, so what was
 * verified is remembered, under a keyed hash; what is refused for the number of attempts is not
 * hashed at all.
 */
export function verifiedSecrets(
  limits: SignInLimits,
  hashOf: KeyedHash,
): (claimed: Claimed) => Promise<boolean> {
  const remembered = new LRUCache<string, boolean>(atMost(MAX_REMEMBERED))
  const inFlight = new Map<string, Promise<boolean>>()

  /** With another secret of the user the count begins again. */
  function attemptOf({ apiUserId, secretHash, address }: Try): SignInAttempt {
    const { narrow, wide } = networkOf(address)
    const within = (network: string) => ({
      user: hashOf('user', apiUserId, secretHash, network),
      address: hashOf('address', network),
    })
    return { ...within(narrow), wide: wide === undefined ? undefined : within(wide) }
  }

  async function counted(tried: Try, verify: () => Promise<boolean>) {
    const { proof, lastingProof } = tried
    const attempt = attemptOf(tried)
    const waitSeconds = await limits.begin(attempt)
    if (waitSeconds !== undefined) {
      return (await limits.wasRight(proof)) ? verify() : tooMany(waitSeconds)
    }
    const isRight = await verify().catch(async (error: unknown) => {
      await limits.forgive(attempt)
      throw error
    })
    // A program that still has the user's former secret guesses nothing.
    if (isRight || (await limits.wasRight(lastingProof))) await limits.forgive(attempt)
    return isRight
  }

  async function verified({ proof, lastingProof, secretHash, secret }: Try): Promise<boolean> {
    const known = remembered.get(proof)
    if (known !== undefined) return known
    const isFirst = await limits.wasRight(proof)
    const isRight = await secretMatches(secretHash, secret, { isFirst }).catch(whenTooBusy)
    remembered.set(proof, isRight, isRight ? {} : { ttl: REFUSAL_REMEMBERED_MS })
    if (isRight) await limits.remember(proof, lastingProof)
    return isRight
  }

  /** Concurrent requests with the same secret from the same address share a verification. */
  return async (claimed) => {
    const { apiUserId, secret, secretHash, address } = claimed
    const proof = hashOf('secret', apiUserId, secretHash, secret)
    if (remembered.get(proof) === true) return true
    const attempt = { ...claimed, proof, lastingProof: hashOf('once', apiUserId, secret) }
    const place = `${address} ${proof}`
    const shared = inFlight.get(place)
    if (shared !== undefined) return (await shared) || counted(attempt, async () => false)
    const own = counted(attempt, () => verified(attempt))
    inFlight.set(place, own)
    return own.finally(() => inFlight.delete(place))
  }
}

/** A secret that was not looked at is neither right nor wrong. */
function whenTooBusy(error: unknown): never {
  if (!(error instanceof TooBusy)) throw error
  const reason = 'too many secrets are being verified'
  throw new Unavailable(reason, RETRY_AFTER_SECONDS, { cause: error })
}

const tooMany = (retryAfter: number) =>
  reject('AUTH_TOO_MANY_ATTEMPTS', 'Too many wrong sign-ins; try again later.', [
    detail('Authorization', 'attempts', { retryAfter }),
  ])
