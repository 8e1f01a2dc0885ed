import { RIGHTS, type Right } from '#kernel/contract/endpoint.ts'
import { Rejection, reject } from '#kernel/domain/rejection.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { Caller } from './route.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import { keyedHash, verifiedSecrets } from './verified-secrets.ts'

/** An API key, with the state of the company that it belongs to. */
export interface ApiKey {
  readonly apiUserId: string
  readonly companyId: string
  readonly secretHash: string
  readonly status: boolean
  /** ISO 8601 */
  readonly validUntil: string
  readonly rights: readonly string[]
  readonly company: KeyCompany | null
}

interface KeyCompany {
  readonly package: string
  readonly status: boolean
  readonly kmtsEnabled: boolean
}

/** Finds a key as it is now, at most a second late. */
export type FindApiKey = (apiUserId: string) => Promise<ApiKey | undefined>

/** A caller that signs in. */
export interface SignIn {
  readonly authorization: string | undefined
  readonly address: string
  readonly requestId: string
}

export type Authenticate = (signIn: SignIn) => Promise<Caller>

interface Authentication {
  readonly findKey: FindApiKey
  readonly limits: SignInLimits
  /** Under which users, addresses and secrets are hashed; processes that share it share what they know. */
  readonly hashKey: Buffer
  readonly logger: Logger
  readonly now: () => number
}

/** Basic authentication forbids them, and no database looks them up. */
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTER = /[\0-\x1F\x7F]/

/** Stands in for an unknown user's hash: unknown user and wrong secret cost the same time. */
const NO_HASH =
  'scrypt$16384$8$1$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='

/**
 * HTTP Basic (contract: Authentication). What was verified is remembered; the state of key and
 * company is looked at on every request.
 */
export function authentication(parts: Authentication): Authenticate {
  const { findKey, limits, logger, now } = parts
  const hashOf = keyedHash(parts.hashKey)
  const isRight = verifiedSecrets(limits, hashOf)

  return async ({ authorization, address, requestId }) => {
    const credentials = basicCredentials(authorization)
    if (credentials === undefined) return refuse()
    const { apiUserId } = credentials
    const key = await findKey(apiUserId)
    const secretHash = key?.secretHash ?? NO_HASH
    try {
      const isOurs = await isRight({ ...credentials, secretHash, address })
      const caller = key === undefined || !isOurs ? undefined : callerOf(key, now())
      return caller ?? refuse()
    } catch (error) {
      const reason = error instanceof Rejection ? error.code : 'UNAVAILABLE'
      const user = hashOf('name', apiUserId)
      logger.warn({ requestId, address, user, reason }, 'sign-in refused')
      throw error
    }
  }
}

function basicCredentials(authorization: string | undefined) {
  const encoded = /^Basic ([A-Za-z0-9+/_-]+={0,2})$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  if (CONTROL_CHARACTER.test(text)) return undefined
  const colon = text.indexOf(':')
  return colon < 1 ? undefined : { apiUserId: text.slice(0, colon), secret: text.slice(colon + 1) }
}

/** The caller with a key's present rights; undefined if the key is no longer valid. */
export const callerOf = (key: ApiKey, now: number): Caller | undefined =>
  isUsable(key, now)
    ? { companyId: key.companyId, apiUserId: key.apiUserId, rights: rightsOf(key) }
    : undefined

const isUsable = ({ status, validUntil, company }: ApiKey, now: number) =>
  status && Date.parse(validUntil) > now && company?.status === true && company.package !== 'Free'

/** They let people in to pages, and `*` does not include them. */
const namedByThemselves: ReadonlySet<Right> = new Set(['audit', 'console'])

/** `*` is all but what is named by itself. KMTS is open only to companies for which it was enabled: a key's right alone is not enough. */
function rightsOf({ rights, company }: ApiKey): readonly Right[] {
  const isGiven = (right: Right) =>
    rights.includes(right) || (rights.includes('*') && !namedByThemselves.has(right))
  const given = RIGHTS.filter(isGiven)
  return company?.kmtsEnabled === true ? given : given.filter((right) => right !== 'kmts')
}

const refuse = () =>
  reject('AUTH_INVALID_CREDENTIALS', 'The credentials are missing, wrong or no longer valid.')
