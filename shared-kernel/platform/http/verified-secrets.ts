import { createHmac, createSecretKey } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { detail } from '#kernel/domain/detail.ts'
import { reject } from '#kernel/domain/rejection.ts'
import { Unavailable } from '#kernel/domain/unavailable.ts'
import { TooBusy } from '../waiting/bounded-queue.ts'
import { secretMatches } from './secret-hash.ts'
import type { SignInLimits } from './sign-in-limits.ts'

interface Claimed {
  readonly apiUserId: string
  readonly secret: string
  readonly secretHash: string
  readonly address: string
}

interface Try extends Claimed {
  /** Keyed hash of user and secret. */
  readonly proof: string
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
  const remembered = new LRUCache<string, boolean>({ max: MAX_REMEMBERED })
  const inFlight = new Map<string, Promise<boolean>>()

  async function counted({ apiUserId, address, proof }: Try, verify: () => Promise<boolean>) {
    const attempt = {
      user: hashOf('user', apiUserId, address),
      address: hashOf('address', address),
    }
    const waitSeconds = await limits.begin(attempt)
    if (waitSeconds !== undefined) {
      return (await limits.wasRight(proof)) ? verify() : tooMany(waitSeconds)
    }
    const isRight = await verify().catch(async (error: unknown) => {
      await limits.forgive(attempt)
      throw error
    })
    if (isRight) await limits.forgive(attempt)
    return isRight
  }

  async function verified({ proof, secretHash, secret }: Try): Promise<boolean> {
    const known = remembered.get(proof)
    if (known !== undefined) return known
    const isRight = await secretMatches(secretHash, secret).catch(whenTooBusy)
    remembered.set(proof, isRight, isRight ? {} : { ttl: REFUSAL_REMEMBERED_MS })
    if (isRight) await limits.remember(proof)
    return isRight
  }

  /** Concurrent requests with the same secret from the same address share a verification. */
  return async (claimed) => {
    const { apiUserId, secret, secretHash, address } = claimed
    const attempt = { ...claimed, proof: hashOf('secret', apiUserId, secretHash, secret) }
    if (remembered.get(attempt.proof) === true) return true
    const place = `${address} ${attempt.proof}`
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
