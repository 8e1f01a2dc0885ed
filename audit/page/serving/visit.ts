import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { LanguageName } from '#kernel/domain/messages/language.ts'
import type { Html } from '#kernel/platform/http/html.ts'
import type { Caller } from '#kernel/platform/http/route.ts'
import { languageOf, named, type PageLanguage, wantedLanguage } from '../language/language.ts'

/** A request for a page. */
export interface Visit {
  readonly language: PageLanguage
  /** The path without its query. */
  readonly path: string
  /** Nothing in it is personal, either. */
  readonly query: URLSearchParams
  readonly requestId: string
  /** The client's address, as a trusted proxy reports it. */
  readonly address: string
  readonly isSecure: boolean
  readonly session: string | undefined
  readonly form: URLSearchParams
  /** From the path; nothing in it is personal. */
  readonly params: Readonly<Record<string, string | undefined>>
  readonly next: string | undefined
  /** False once the visitor has disconnected. */
  readonly isAwaited: () => boolean
}

/** A request of a signed-in visitor. */
export interface AuditorsVisit extends Visit {
  readonly caller: Caller
  readonly companyTitle: string
  readonly timeZone: string
}

export type PageAnswer =
  | {
      readonly page: Html
      readonly status?: number
      readonly cookies?: readonly string[]
      /** Seconds. */
      readonly retryAfter?: number | undefined
      /** Seconds after which a browser asks for the page again. */
      readonly refresh?: number
    }
  | { readonly file: Readable; readonly name: string; readonly cookies?: readonly string[] }
  | { readonly to: string; readonly cookies?: readonly string[] }

const SESSION_COOKIE = 'sarraf_audit'
const LANGUAGE_COOKIE = 'sarraf_audit_language'
const YEAR_SECONDS = 365 * 24 * 60 * 60

export function visitOf(request: FastifyRequest): Visit {
  const url = new URL(request.url, 'http://page')
  const { cookie: cookies, 'accept-language': accepted } = request.headers
  return {
    language: languageOf(
      wantedLanguage({
        asked: url.searchParams.get('lang') ?? undefined,
        chosen: cookieIn(cookies, nameOf(LANGUAGE_COOKIE, request.protocol === 'https')),
        accepted,
      }),
    ),
    path: url.pathname,
    query: url.searchParams,
    requestId: request.id,
    address: request.ip,
    isSecure: request.protocol === 'https',
    session: cookieIn(cookies, nameOf(SESSION_COOKIE, request.protocol === 'https')),
    form: request.body instanceof URLSearchParams ? request.body : new URLSearchParams(),
    params: paramsOf(request.params),
    next: url.searchParams.get('next') ?? undefined,
    isAwaited: () => !request.raw.socket.destroyed,
  }
}

const paramsOf = (params: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(params ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

/** A language chosen in the address is kept for the next pages. */
export function languageCookie(request: FastifyRequest): readonly string[] {
  const asked = new URL(request.url, 'http://page').searchParams.get('lang')
  const name: LanguageName | undefined = named(asked ?? undefined)
  if (name === undefined) return []
  const { isSecure } = visitOf(request)
  return [cookie(LANGUAGE_COOKIE, { value: name, maxAgeSeconds: YEAR_SECONDS, isSecure })]
}

export const sessionCookie = (value: string, maxAgeSeconds: number, { isSecure }: Visit) =>
  cookie(SESSION_COOKIE, { value, maxAgeSeconds, isSecure })

/** Only paths of our own pages, to prevent open redirects. */
export const ownPath = (path: string | null | undefined): string =>
  path !== null && path !== undefined && /^\/audit(?:\/[a-z0-9-]+)*$/.test(path) ? path : '/audit'

/** The first cookie of that name, because browsers send the most specific one first. */
function cookieIn(header: string | undefined, name: string): string | undefined {
  const found = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
  return found?.slice(name.length + 1)
}

interface Cookie {
  readonly value: string
  readonly maxAgeSeconds: number
  /** Behind TLS a browser must never send the cookie in clear text. */
  readonly isSecure: boolean
}

/** Over TLS a browser takes such a name only from this host, and never from a page in clear text or another host of the domain. */
const nameOf = (name: string, isSecure: boolean) => (isSecure ? `__Host-${name}` : name)

/** A cookie that scripts cannot read and other sites cannot trigger. */
const cookie = (name: string, { value, maxAgeSeconds, isSecure }: Cookie): string =>
  [
    `${nameOf(name, isSecure)}=${value}`,
    // The prefix wants the whole host.
    isSecure ? 'Path=/' : 'Path=/audit',
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')
