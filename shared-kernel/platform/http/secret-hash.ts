import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { boundedQueue, type Urgency } from '../waiting/bounded-queue.ts'
import { areEqualSecrets } from './equal-secrets.ts'

const COST = 16_384
const BLOCK_SIZE = 8
const PARALLELISM = 1
const HASH_BYTES = 32

/** Salted scrypt as text: `scrypt$N$r$p$salt$hash`, with salt and hash in base64. */
export async function hashSecret(secret: string, N = COST): Promise<string> {
  const salt = randomBytes(16)
  const cost = { N, r: BLOCK_SIZE, p: PARALLELISM }
  const hash = await derive(secret, { salt, parameters: cost })
  const parameters = ['scrypt', N, BLOCK_SIZE, PARALLELISM]
  return [...parameters, salt.toString('base64'), hash.toString('base64')].join('$')
}

export async function secretMatches(
  secretHash: string,
  secret: string,
  urgency: Urgency = {},
): Promise<boolean> {
  const [scheme, N, r, p, salt = '', hash = ''] = secretHash.split('$')
  if (scheme !== 'scrypt') throw new Error(`unknown kind of secret hash: ${scheme}`)
  const expected = Buffer.from(hash, 'base64')
  const parameters = { N: Number(N), r: Number(r), p: Number(p) }
  const salted = { salt: Buffer.from(salt, 'base64'), parameters }
  const derived = await derive(secret, salted, urgency)
  return areEqualSecrets(derived, expected)
}

/** A caller that guesses secrets must not delay the others: few hashes at a time, a short queue. */
const queue = boundedQueue({ atOnce: 2, waiting: 100 })

interface Salted {
  readonly salt: Buffer
  readonly parameters: ScryptOptions
}

const derive = (
  secret: string,
  { salt, parameters }: Salted,
  urgency: Urgency = {},
): Promise<Buffer> =>
  queue(
    () =>
      new Promise((resolve, fail) => {
        scrypt(secret, salt, HASH_BYTES, parameters, (error, hash) =>
          error === null ? resolve(hash) : fail(error),
        )
      }),
    urgency,
  )
