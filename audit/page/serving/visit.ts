import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { LanguageName } from '#kernel/domain/messages/language.ts'
import type { Html } from '#kernel/platform/http/html.ts'
import type { Caller } from '#kernel/platform/http/route.ts'
import { cookieIn, cookieName } from '#kernel/platform/sessions/cookies.ts'
import { languageOf, named, type PageLanguage, wantedLanguage } from '../language/language.ts'
import type { Site } from './site.ts'

/** A request for a page. */
export interface Visit {
  readonly site: Site
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
export interface SignedInVisit extends Visit {
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
  | {
      readonly file: Readable | string
      readonly name: string
      /** A zip file unless it says so. */
      readonly contentType?: string
      readonly cookies?: readonly string[]
    }
  | { readonly to: string; readonly cookies?: readonly string[] }

const SESSION_COOKIE = ''
const LANGUAGE_COOKIE = '_language'
const YEAR_SECONDS = 365 * 24 * 60 * 60

export function visitOf(request: FastifyRequest, siteAt: (path: string) => Site): Visit {
  const url = new URL(request.url, 'http://page')
  const { cookie: cookies, 'accept-language': accepted } = request.headers
  const site = siteAt(url.pathname)
  const isSecure = request.protocol === 'https'
  return {
    site,
    language: languageOf(
      wantedLanguage({
        asked: url.searchParams.get('lang') ?? undefined,
        chosen: cookieIn(cookies, nameOf(LANGUAGE_COOKIE, { site, isSecure })),
        accepted,
      }),
    ),
    path: url.pathname,
    query: url.searchParams,
    requestId: request.id,
    address: request.ip,
    isSecure,
    session: cookieIn(cookies, nameOf(SESSION_COOKIE, { site, isSecure })),
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
export function languageCookie(visit: Visit): readonly string[] {
  const name: LanguageName | undefined = named(visit.query.get('lang') ?? undefined)
  if (name === undefined) return []
  return [cookie(LANGUAGE_COOKIE, { value: name, maxAgeSeconds: YEAR_SECONDS }, visit)]
}

export const sessionCookie = (value: string, maxAgeSeconds: number, visit: Visit) =>
  cookie(SESSION_COOKIE, { value, maxAgeSeconds }, visit)

/** Only paths of our own pages, to prevent open redirects. */
export const ownPath = ({ root }: Site, path: string | null | undefined): string =>
  path?.startsWith(root) === true && /^(?:\/[a-z0-9-]+)*$/.test(path.slice(root.length))
    ? path
    : root

interface Cookie {
  readonly value: string
  readonly maxAgeSeconds: number
}

interface Where {
  readonly site: Site
  /** Behind TLS a browser must never send the cookie in clear text. */
  readonly isSecure: boolean
}

const nameOf = (ending: string, { site, isSecure }: Where) =>
  cookieName(`${site.name}${ending}`, isSecure)

/** A cookie that scripts cannot read and other sites cannot trigger. */
const cookie = (ending: string, { value, maxAgeSeconds }: Cookie, { site, isSecure }: Where) =>
  [
    `${nameOf(ending, { site, isSecure })}=${value}`,
    // The prefix wants the whole host.
    `Path=${isSecure ? '/' : site.root}`,
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')
