import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { type Span, traced } from '#kernel/platform/tracing/tracing.ts'
import { type CallName, observeCall } from './call-metrics.ts'

export interface HttpCall extends CallName {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly requestId: string
  /** Sent as Basic authentication where it has a user or a secret. */
  readonly account?: { readonly user: string | null; readonly secret: string | null } | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as a form with one file, in place of a body. */
  readonly file?: FormFile
  /** For the whole call, its answer read. */
  readonly timeoutMs: number
  /** Ends the wait, as a stopping service does. */
  readonly signal?: AbortSignal | undefined
  /** A longer answer is not read to its end. */
  readonly maximumBytes?: number
}

interface FormFile {
  readonly name: string
  readonly type: string
  readonly content: string
}

export interface HttpAnswer {
  readonly kind: 'answered'
  readonly status: number
  /** Null: longer than allowed. */
  readonly content: Buffer | null
}

export interface JsonAnswer {
  readonly kind: 'answered'
  readonly status: number
  /** Undefined: no JSON, or longer than allowed. */
  readonly body: unknown
}

/** The outcome of the call is unknown: it may have arrived and been carried out. */
export interface NoAnswer {
  readonly kind: 'unknown'
  readonly errorCode: 'TIMEOUT' | 'CONNECTION' | 'ABORTED'
  readonly errorMessage: string
}

const JSON_TYPE = 'application/json; charset=utf-8'
const MEBIBYTE = 1_048_576
/** Shorter than servers keep one, so that hardly a call meets a connection that is being closed. */
const IDLE_CONNECTION_MS = 4_000

const connections = { keepAlive: true, timeout: IDLE_CONNECTION_MS, maxFreeSockets: 16 }
const plain = new HttpAgent(connections)
const secure = new HttpsAgent(connections)

export async function jsonCall(call: HttpCall): Promise<JsonAnswer | NoAnswer> {
  const answer = await httpCall(call)
  return answer.kind === 'answered'
    ? { kind: 'answered', status: answer.status, body: jsonIn(answer.content) }
    : answer
}

/**
 * One call, sent once: nothing repeats it, follows a redirection or resends it where a connection
 * breaks. Not `fetch`, which by its standard repeats a call that is answered 421.
 */
export const httpCall = (call: HttpCall): Promise<HttpAnswer | NoAnswer> =>
  traced({ name: `${call.provider} ${call.operation}`, kind: 'CLIENT' }, (span) =>
    observedCall(call, span),
  )

async function observedCall(
  call: HttpCall,
  span: Span | undefined,
): Promise<HttpAnswer | NoAnswer> {
  if (call.signal?.aborted === true) return aborted
  const content = await sentContent(call)
  const request = requestFor(call, content)
  if (request === undefined) return noAnswer('CONNECTION', 'no usable address')
  const since = performance.now()
  const answer = await answerTo(request.end(content?.bytes), call)
  const outcome = outcomeOf(answer)
  observeCall(call, { outcome, seconds: (performance.now() - since) / 1_000 })
  span?.setAttributes({ 'sarraf.outcome': outcome, 'sarraf.provider_request_id': call.requestId })
  if (answer.kind === 'unknown') request.destroy()
  return answer
}

const outcomeOf = (answer: HttpAnswer | NoAnswer) =>
  answer.kind === 'unknown'
    ? answer.errorCode.toLowerCase()
    : `${Math.floor(answer.status / 100)}xx`

function answerTo(request: ClientRequest, call: HttpCall): Promise<HttpAnswer | NoAnswer> {
  return new Promise((resolve) => {
    const late = `no answer within ${call.timeoutMs} ms`
    const timer = setTimeout(() => end(noAnswer('TIMEOUT', late)), call.timeoutMs)
    const stop = () => end(aborted)
    call.signal?.addEventListener('abort', stop, { once: true })
    const broken = (error: unknown) => end(noAnswer('CONNECTION', reasonOf(error)))
    request.on('error', broken)
    request.on('response', (response) => {
      contentOf(response, call.maximumBytes ?? MEBIBYTE).then(
        (content) => end({ kind: 'answered', status: response.statusCode ?? 0, content }),
        broken,
      )
    })

    function end(outcome: HttpAnswer | NoAnswer) {
      clearTimeout(timer)
      call.signal?.removeEventListener('abort', stop)
      resolve(outcome)
    }
  })
}

/** The address of something that a provider keeps below its base address. */
export const addressBelow = (base: string, path: string): string =>
  `${base.replace(/\/+$/, '')}${path}`

interface SentContent {
  readonly type: string
  readonly bytes: Buffer
}

async function sentContent({ body, file }: HttpCall): Promise<SentContent | undefined> {
  if (file === undefined) {
    if (body === undefined) return undefined
    return { type: JSON_TYPE, bytes: Buffer.from(JSON.stringify(body)) }
  }
  const form = new FormData()
  form.append('file', new Blob([file.content], { type: file.type }), file.name)
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  return { type, bytes: Buffer.from(await encoded.arrayBuffer()) }
}

function requestFor(call: HttpCall, content?: SentContent): ClientRequest | undefined {
  const url = URL.parse(call.url)
  const options = { method: call.method, headers: headersOf(call, content) }
  try {
    if (url?.protocol === 'http:') return httpRequest(url, { ...options, agent: plain })
    if (url?.protocol === 'https:') return httpsRequest(url, { ...options, agent: secure })
  } catch (error) {
    // A user within the address that is not encoded as it should be.
    if (!(error instanceof URIError)) throw error
  }
  return undefined
}

function headersOf({ account, requestId, headers }: HttpCall, content?: SentContent) {
  const known = account !== undefined && (account.user !== null || account.secret !== null)
  const login = known ? `${account.user ?? ''}:${account.secret ?? ''}` : ''
  return {
    accept: '*/*',
    'accept-encoding': 'identity',
    'x-request-id': requestId,
    ...(known ? { authorization: `Basic ${Buffer.from(login).toString('base64')}` } : {}),
    ...(content === undefined
      ? {}
      : { 'content-type': content.type, 'content-length': content.bytes.length }),
    ...headers,
  }
}

async function contentOf(response: AsyncIterable<Buffer>, maximumBytes: number) {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    bytes += chunk.length
    if (bytes > maximumBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Undefined: no JSON, or longer than allowed. */
export function jsonIn(content: Buffer | null): unknown {
  try {
    return content === null ? undefined : JSON.parse(utf8.decode(content))
  } catch {
    return undefined
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

const noAnswer = (errorCode: NoAnswer['errorCode'], errorMessage: string): NoAnswer => ({
  kind: 'unknown',
  errorCode,
  errorMessage,
})

const aborted = noAnswer('ABORTED', 'the service stopped waiting')

/** The system's error code, which reveals neither the address nor the request. */
const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'the connection broke'
