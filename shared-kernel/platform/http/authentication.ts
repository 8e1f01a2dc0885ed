import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { RIGHTS, type Right } from '#kernel/contract/endpoint.ts'
import { reject } from '#kernel/domain/rejection.ts'
import type { Caller } from './route.ts'
import { secretMatches, TooManySecrets } from './secret-hash.ts'

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

export type Authenticate = (authorization: string | undefined) => Promise<Caller>

const MAX_REMEMBERED = 10_000
const REFUSAL_REMEMBERED_MS = 5_000

/** Basic authentication forbids them, and no database looks them up. */
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTER = /[\0-\x1F\x7F]/

/** Stands in for an unknown user's hash: unknown user and wrong secret cost the same time. */
const NO_HASH =
  'scrypt$16384$8$1$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='

/**
 * HTTP Basic (contract: Authentication). Hashing a secret takes tens of milliseconds on purpose, so
 * what was verified is remembered, under a keyed hash that only this process knows; the state of
 * key and company is looked at on every request.
 */
export function authentication(findKey: FindApiKey, now: () => number): Authenticate {
  const processKey = createSecretKey(randomBytes(32))
  const remembered = new LRUCache<string, Promise<boolean>>({ max: MAX_REMEMBERED })

  /** All who come with the same secret at the same time share a verification. */
  function isSecretOf(secretHash: string, secret: string): Promise<boolean> {
    const proof = createHmac('sha256', processKey)
      .update(`${secretHash}\0${secret}`)
      .digest('base64')
    const known = remembered.get(proof)
    if (known !== undefined) return known
    const verified = secretMatches(secretHash, secret)
    remembered.set(proof, verified)
    verified.then(
      (matches) => matches || remembered.set(proof, verified, { ttl: REFUSAL_REMEMBERED_MS }),
      () => remembered.delete(proof),
    )
    return verified
  }

  return async (authorization) => {
    const credentials = basicCredentials(authorization)
    if (credentials === undefined) return refuse()
    const key = await findKey(credentials.apiUserId)
    const hash = key?.secretHash ?? NO_HASH
    const verified = await isSecretOf(hash, credentials.secret).catch(refuseUnverified)
    const caller = key === undefined || !verified ? undefined : callerOf(key, now())
    return caller ?? refuse()
  }
}

/** Only a flood of wrong secrets comes this far: it gets the answer that wrong secrets get. */
function refuseUnverified(error: unknown): false {
  if (error instanceof TooManySecrets) return false
  throw error
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

/** KMTS is open only to companies for which it was enabled, whatever their keys say. */
function rightsOf({ rights, company }: ApiKey): readonly Right[] {
  const given = rights.includes('*') ? RIGHTS : RIGHTS.filter((right) => rights.includes(right))
  return company?.kmtsEnabled === true ? given : given.filter((right) => right !== 'kmts')
}

const refuse = () =>
  reject('AUTH_INVALID_CREDENTIALS', 'The credentials are missing, wrong or no longer valid.')
