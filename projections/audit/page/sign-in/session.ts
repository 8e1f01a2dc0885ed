import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { callerOf, type FindApiKey } from '#kernel/platform/http/authentication.ts'
import type { Caller } from '#kernel/platform/http/route.ts'

/** A session ends after this much inactivity, and after a working day in any case. */
const IDLE_MS = 30 * 60_000
const LONGEST_MS = 8 * 60 * 60_000

export const SESSION_SECONDS = IDLE_MS / 1_000

const Content = Compile(Type.Tuple([Type.String(), Type.Integer(), Type.Integer()]))

export interface Sessions {
  /** Undefined if the key no longer exists. */
  readonly begin: (apiUserId: string) => Promise<string | undefined>
  /** The caller of a session, as the key permits now; renewed after half of its time. */
  readonly look: (session: string) => Promise<Open | undefined>
}

interface Open {
  readonly caller: Caller
  readonly renewed: string | undefined
}

/** The signing key, derived from the vault key, so that all processes share it without another secret. */
export const sessionKey = (vaultKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', vaultKey, '', 'sarraf audit page session', 32))

/**
 * A session is signed content; the server stores nothing. The signature also covers the hash of the
 * API secret, so a changed secret ends all earlier sessions.
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
