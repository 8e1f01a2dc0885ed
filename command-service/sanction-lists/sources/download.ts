import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { keptSource, type Source } from '#kernel/platform/cli/source.ts'
import { errorCode } from '#kernel/platform/errors/error-code.ts'
import {
  anyAddressOf,
  calling,
  NotPublic,
  publicAddressOf,
} from '#kernel/platform/http/checked-address.ts'
import { unlessAborted } from '#kernel/platform/waiting/timing.ts'
import { atMost, tooLarge, unzipped } from './content.ts'
import { SourceFailed } from './source-failed.ts'

/** What a source says of the version that it gives: repeated to it, it answers with news alone. */
export interface Validators {
  readonly etag: string | null
  readonly lastModified: string | null
}

export const noValidators: Validators = { etag: null, lastModified: null }

export interface Limits {
  /** Of the content, packed and unpacked. */
  readonly bytes: number
  /** Of the whole download. */
  readonly totalMs: number
  /** Without a byte. */
  readonly silenceMs: number
}

export const usualLimits: Limits = {
  bytes: 512 * 1024 * 1024,
  totalMs: 15 * 60_000,
  silenceMs: 30_000,
}

export type Downloaded =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'content'
      readonly source: Source
      readonly validators: Validators
      /** The answer said where it ends; otherwise it may have been cut off. */
      readonly isWhole: boolean
    }

interface DownloadRequest {
  readonly url: URL
  readonly validators: Validators
  readonly limits: Limits
  /** Ends the download. */
  readonly signal: AbortSignal
}

const MOST_REDIRECTIONS = 3
const REDIRECTIONS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const LONGEST_VALIDATOR = 1_000

/** An address without what may be secret in it. */
export const shownUrl = ({ origin, pathname }: URL): string => `${origin}${pathname}`

/** Fetches a list into a temporary file; throws one line that says why it is not there. */
export async function download(order: DownloadRequest): Promise<Downloaded> {
  const { url, limits, signal } = order
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(limits.totalMs)])
  const response = await answered({ ...order, signal: inTime })
  try {
    if (response.statusCode === 304) return { kind: 'unchanged' }
    refuseOtherThanContent(response, limits)
    const chunks = atMost(limits.bytes, unzipped(unzipped(atMost(limits.bytes, response))))
    const source = await keptSource(shownUrl(url), orFailed(chunks, inTime))
    return {
      kind: 'content',
      source,
      validators: validatorsIn(response),
      isWhole: saysItsEnd(response),
    }
  } finally {
    response.destroy()
  }
}

/** Follows redirections; the answer is then a list, or says why there is none. */
async function answered(order: DownloadRequest): Promise<IncomingMessage> {
  let at = order.url
  for (let redirections = 0; redirections <= MOST_REDIRECTIONS; redirections++) {
    const response = await call(at, order).catch((error: unknown) => {
      throw asFailure(error, order.signal)
    })
    if (!REDIRECTIONS.has(response.statusCode ?? 0)) return response
    response.destroy()
    const to = URL.parse(response.headers.location ?? '', at.href)
    if (to === null) throw new SourceFailed('redirection', 'redirects to no address')
    if (at.protocol === 'https:' && to.protocol !== 'https:') {
      throw new SourceFailed('redirection', 'redirects to an address without TLS')
    }
    at = to
  }
  throw new SourceFailed('redirection', `redirects more than ${MOST_REDIRECTIONS} times`)
}

async function call(
  at: URL,
  { url, validators, limits, signal }: DownloadRequest,
): Promise<IncomingMessage> {
  const start = at.protocol === 'https:' ? httpsRequest : httpRequest
  const request = start(withoutUser(at, url), {
    ...calling(await unlessAborted(signal, allowedAddress(at, url))),
    ...(at.origin === url.origin && url.username !== '' ? { auth: userOf(url) } : {}),
    signal,
    timeout: limits.silenceMs,
    headers: {
      accept: '*/*',
      'accept-encoding': 'gzip',
      'user-agent': 'Sarraf-Lists/1',
      ...(validators.etag === null ? {} : { 'if-none-match': validators.etag }),
      ...(validators.lastModified === null ? {} : { 'if-modified-since': validators.lastModified }),
    },
  })
  const silent = new SourceFailed('timeout', `is silent for ${limits.silenceMs / 1_000} s`)
  let answer: IncomingMessage | undefined
  request.on('timeout', () => (answer ?? request).destroy(silent))
  // Errors after the answer reach its reader.
  request.on('error', () => undefined)
  request.end()
  const response = await unlessAborted(signal, answerOf(request))
  answer = response
  return response
}

/** Without a listener an upgraded request ends with neither an answer nor an error. */
async function answerOf(request: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request.on('response', resolve)
  request.on('error', reject)
  request.on('close', () => reject(new SourceFailed('connection', 'does not answer')))
  request.on('upgrade', ({ statusCode }, socket) => {
    socket.destroy()
    reject(new SourceFailed('status', `answers ${statusCode}`))
  })
  return promise
}

const userOf = ({ username, password }: URL) =>
  `${decodeURIComponent(username)}:${decodeURIComponent(password)}`

function withoutUser(at: URL, source: URL): URL {
  const address = new URL(at)
  if (at.origin === source.origin) address.username = address.password = ''
  return address
}

/**
 * The operator may name a server of their own network. Where another server sends us is no such
 * choice: only to public addresses, and always with TLS.
 */
async function allowedAddress(at: URL, source: URL) {
  try {
    if (at.origin !== source.origin) {
      if (at.protocol !== 'https:')
        throw new SourceFailed('redirection', 'redirects elsewhere without TLS')
      return await publicAddressOf(at.hostname)
    }
    if (at.protocol !== 'https:' && (await isPublic(at.hostname))) {
      throw new SourceFailed('insecure', 'is a public address, which needs https://')
    }
    return await anyAddressOf(at.hostname)
  } catch (error) {
    if (!(error instanceof NotPublic)) throw error
    throw new SourceFailed('redirection', 'redirects to an address of a private network', error)
  }
}

async function isPublic(host: string): Promise<boolean> {
  try {
    await publicAddressOf(host)
    return true
  } catch (error) {
    if (error instanceof NotPublic) return false
    throw error
  }
}

function refuseOtherThanContent({ statusCode, headers }: IncomingMessage, { bytes }: Limits) {
  if (statusCode !== 200) throw new SourceFailed('status', `answers ${statusCode}`)
  const encoding = headers['content-encoding'] ?? 'identity'
  if (!['identity', 'gzip', 'x-gzip'].includes(encoding.toLowerCase())) {
    throw new SourceFailed('content', 'answers in a compression that was not asked for')
  }
  if (Number(headers['content-length'] ?? 0) > bytes) throw tooLarge(bytes)
}

const saysItsEnd = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

const validatorsIn = ({ headers }: IncomingMessage): Validators => ({
  etag: keepable(headers.etag),
  lastModified: keepable(headers['last-modified']),
})

const keepable = (value: string | undefined) =>
  value === undefined || value.length > LONGEST_VALIDATOR ? null : value

async function* orFailed(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal) {
  try {
    yield* chunks
  } catch (error) {
    throw asFailure(error, signal)
  }
}

function asFailure(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof SourceFailed) return error
  if (signal.aborted) {
    const isLate = signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
    return isLate
      ? new SourceFailed('timeout', 'takes too long', error)
      : new SourceFailed('stopped', 'was not waited for', error)
  }
  const code = errorCode(error) ?? ''
  return code === 'Z_BUF_ERROR' || code.startsWith('Z_')
    ? new SourceFailed('content', 'answers with content that cannot be unpacked', error)
    : new SourceFailed(
        'connection',
        `cannot be reached, or its answer broke off (${code || 'connection'})`,
        error,
      )
}
