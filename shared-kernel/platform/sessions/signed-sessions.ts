import { createHmac, hkdfSync, randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Right } from '#kernel/contract/endpoint.ts'
import { callerOf, type FindApiKey } from '#kernel/platform/http/authentication.ts'
import { areEqualSecrets } from '#kernel/platform/http/equal-secrets.ts'
import type { Caller } from '#kernel/platform/http/route.ts'
import type { EndedSessions } from './ended-sessions.ts'

/** A session ends after this much inactivity, and after a working day in any case. */
const IDLE_MS = 30 * 60_000
const LONGEST_MS = 8 * 60 * 60_000
const RENEWED_AFTER_MS = 60_000

export const SESSION_SECONDS = IDLE_MS / 1_000

const Content = Compile(
  Type.Tuple([Type.String({ format: 'uuid' }), Type.String(), Type.Integer(), Type.Integer()]),
)

export interface Sessions {
  /** Undefined if the key no longer exists. */
  readonly begin: (apiUserId: string) => Promise<string | undefined>
  /** The caller of a session, as the key permits now; renewed after a minute. */
  readonly look: (session: string) => Promise<Open | undefined>
  /** Ends a session and all renewals of it. */
  readonly end: (session: string) => Promise<void>
}

interface Open {
  readonly caller: Caller
  readonly renewed: string | undefined
}

/** Rights of people who sign in to pages: a session is for one of them. */
type PageRight = Extract<Right, 'audit' | 'console'>

/** The signing key, derived from the vault key, so that all processes share it without another secret. */
const sessionKey = (vaultKey: Buffer, right: PageRight): Buffer =>
  Buffer.from(hkdfSync('sha256', vaultKey, '', `sarraf ${right} page session`, 32))

interface SignedSessions {
  readonly right: PageRight
  readonly vaultKey: Buffer
  readonly ended: EndedSessions
  readonly findKey: FindApiKey
  readonly now: () => number
}

/**
 * A session is signed content; the server stores only which ones have been ended. The signature also
 * covers the hash of the API secret, so a changed secret ends all earlier sessions.
 */
export function signedSessions(parts: SignedSessions): Sessions {
  const { right: wanted, vaultKey, ended, findKey, now } = parts
  const signingKey = sessionKey(vaultKey, wanted)
  const signature = (content: string, secretHash: string) =>
    createHmac('sha256', signingKey).update(`${content}\0${secretHash}`).digest()

  function signed({ id, apiUserId, startedAt }: Started, secretHash: string) {
    const endsAt = Math.min(now() + IDLE_MS, startedAt + LONGEST_MS)
    const json = JSON.stringify([id, apiUserId, startedAt, endsAt])
    const content = Buffer.from(json).toString('base64url')
    return `${content}.${signature(content, secretHash).toString('base64url')}`
  }

  /** What was signed here, and has not ended by itself. */
  async function opened(session: string) {
    const [content = '', given = ''] = session.split('.')
    const started = contentOf(content)
    if (started === undefined || started.endsAt <= now()) return undefined
    const key = await findKey(started.apiUserId)
    if (key === undefined) return undefined
    const right = signature(content, key.secretHash)
    const shown = Buffer.from(given, 'base64url')
    if (!areEqualSecrets(shown, right)) return undefined
    return { started, key }
  }

  return {
    async begin(apiUserId) {
      const key = await findKey(apiUserId)
      if (key === undefined) return undefined
      return signed({ id: randomUUID(), apiUserId, startedAt: now() }, key.secretHash)
    },
    async look(session) {
      const found = await opened(session)
      if (found === undefined || (await ended.has(found.started.id))) return undefined
      const { started, key } = found
      const caller = callerOf(key, now())
      if (caller?.rights.includes(wanted) !== true) return undefined
      const isOld = started.endsAt - now() < IDLE_MS - RENEWED_AFTER_MS
      return { caller, renewed: isOld ? signed(started, key.secretHash) : undefined }
    },
    async end(session) {
      const found = await opened(session)
      if (found === undefined) return
      const { id, startedAt } = found.started
      await ended.add(id, new Date(startedAt + LONGEST_MS))
    },
  }
}

interface Started {
  readonly id: string
  readonly apiUserId: string
  /** Epoch milliseconds. */
  readonly startedAt: number
}

function contentOf(content: string) {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(content, 'base64url').toString())
    const [id, apiUserId, startedAt, endsAt] = Content.Parse(parsed)
    return { id, apiUserId, startedAt, endsAt }
  } catch {
    return undefined
  }
}
