import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { callerOf, type FindApiKey } from '#kernel/platform/http/authentication.ts'
import type { Caller } from '#kernel/platform/http/route.ts'

/** A page that nobody used for so long asks for the key again; so does a day's work at its end. */
const IDLE_MS = 30 * 60_000
const LONGEST_MS = 8 * 60 * 60_000

export const SESSION_SECONDS = IDLE_MS / 1_000

const Content = Compile(Type.Tuple([Type.String(), Type.Integer(), Type.Integer()]))

export interface Sessions {
  /** Undefined when the key has gone meanwhile. */
  readonly begin: (apiUserId: string) => Promise<string | undefined>
  /** Who a session is of, as the key allows now; with a later one where half its time is over. */
  readonly look: (session: string) => Promise<Open | undefined>
}

interface Open {
  readonly caller: Caller
  readonly renewed: string | undefined
}

/** The key that signs them: the processes of a system share it, and nobody has to keep another one. */
export const sessionKey = (vaultKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', vaultKey, '', 'sarraf audit page session', 32))

/**
 * A session is what it says, signed; nothing is kept here. The signature is over the hash of the
 * API key's secret, too: with another secret, all sessions of before are over.
 */
export function signedSessions(
  signingKey: Buffer,
  findKey: FindApiKey,
  now: () => number,
): Sessions {
  const signature = (content: string, secretHash: string) =>
    createHmac('sha256', signingKey).update(`${content}\0${secretHash}`).digest()

  function signed(apiUserId: string, startedAt: number, secretHash: string) {
    const endsAt = Math.min(now() + IDLE_MS, startedAt + LONGEST_MS)
    const json = JSON.stringify([apiUserId, startedAt, endsAt])
    const content = Buffer.from(json).toString('base64url')
    return `${content}.${signature(content, secretHash).toString('base64url')}`
  }

  return {
    async begin(apiUserId) {
      const key = await findKey(apiUserId)
      return key === undefined ? undefined : signed(apiUserId, now(), key.secretHash)
    },
    async look(session) {
      const [content = '', given = ''] = session.split('.')
      const [apiUserId, startedAt, endsAt] = contentOf(content) ?? ['', 0, 0]
      if (endsAt <= now()) return undefined
      const key = await findKey(apiUserId)
      if (key === undefined) return undefined
      const right = signature(content, key.secretHash)
      const shown = Buffer.from(given, 'base64url')
      if (right.length !== shown.length || !timingSafeEqual(right, shown)) return undefined
      const caller = callerOf(key, now())
      if (caller?.rights.includes('audit') !== true) return undefined
      const isOld = endsAt - now() < IDLE_MS / 2
      return { caller, renewed: isOld ? signed(apiUserId, startedAt, key.secretHash) : undefined }
    },
  }
}

function contentOf(content: string) {
  try {
    return Content.Parse(JSON.parse(Buffer.from(content, 'base64url').toString()))
  } catch {
    return undefined
  }
}
