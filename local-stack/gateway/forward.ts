import {
  Agent,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as openRequest,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { currentTraceparent } from '#kernel/platform/tracing/tracing.ts'
import type { ClientHeaders } from './client.ts'
import { MAX_CONNECTIONS } from './connections.ts'

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  /** The caller's identity in headers; it replaces what the caller claimed. */
  readonly client: ClientHeaders
}

/**
 * `answered` also if the caller has disconnected; `down`: no service has begun with it; `unknown`: the
 * connection broke after a write was sent.
 */
export type Outcome = 'answered' | 'down' | 'unknown'

const RETRY_EVERY_MS = 50
/** A bank query asks account by account; after this much silence the answer counts as lost. */
const SILENCE_TIMEOUT_MS = 300_000

/** As many as callers may have: bodies that never end must not keep others from a service. */
const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS, maxFreeSockets: 128 })

/** Streams the request to a service and its response to the caller. */
export async function forward(
  exchange: Exchange,
  service: URL,
  patienceMs: number,
): Promise<Outcome> {
  const deadline = Date.now() + patienceMs
  const isRead = exchange.request.method === 'GET' && !hasBody(exchange.request)
  let mayRepeat = isRead
  for (;;) {
    const outcome = await attempt(exchange, service)
    if (outcome === 'answered') return 'answered'
    if (outcome === 'broken' && !mayRepeat) return isRead ? 'down' : 'unknown'
    if (outcome === 'broken') mayRepeat = false
    if (Date.now() > deadline) return 'down'
    await pause(RETRY_EVERY_MS)
  }
}

/** `refused`: no byte was sent, so any request may be sent again. */
function attempt(exchange: Exchange, service: URL): Promise<'answered' | 'refused' | 'broken'> {
  const { request, response } = exchange
  return new Promise((resolve) => {
    if (response.destroyed) return resolve('answered')
    let connected = false
    let answered = false
    const outgoing = openRequest({
      agent,
      hostname: service.hostname,
      port: service.port,
      method: request.method,
      path: request.url,
      headers: forwardedHeaders(exchange),
      timeout: SILENCE_TIMEOUT_MS,
    })
    const abandon = () => {
      outgoing.destroy()
      resolve('answered')
    }
    response.once('close', abandon)
    outgoing.once('socket', (socket) => {
      onceConnected(socket, () => {
        connected = true
        if (hasBody(request)) request.pipe(outgoing)
        else outgoing.end()
      })
    })
    outgoing.once('timeout', () => outgoing.destroy(new Error('no answer')))
    outgoing.once('response', (incoming) => {
      answered = true
      response.off('close', abandon)
      relay(incoming, exchange, () => {
        // A service may answer before it has read the whole body; the rest is discarded.
        if (!outgoing.writableFinished) outgoing.destroy()
        resolve('answered')
      })
    })
    outgoing.on('error', () => {
      if (answered) return
      request.unpipe(outgoing)
      response.off('close', abandon)
      resolve(connected ? 'broken' : 'refused')
    })
  })
}

function onceConnected(socket: Socket, act: () => void) {
  if (socket.connecting) socket.once('connect', act)
  else act()
}

/** A truncated response also breaks the caller's connection, so that it does not look complete. */
function relay(
  incoming: IncomingMessage,
  { request, response, requestId }: Exchange,
  done: () => void,
) {
  const headers = incoming.rawHeaders.filter(
    (_, index, all) => !hopByHop.has((all[index & ~1] ?? '').toLowerCase()),
  )
  if (incoming.headers['x-request-id'] === undefined) headers.push('x-request-id', requestId)
  response.writeHead(incoming.statusCode ?? 500, headers)
  incoming.once('close', () => {
    if (!incoming.complete) response.destroy()
  })
  response.once('close', () => {
    incoming.destroy()
    request.unpipe()
    request.resume()
    done()
  })
  // Not by `pipeline`, which makes an error for each response to abort what is already over.
  for (const stream of [incoming, response]) stream.on('error', () => stream.destroy())
  incoming.pipe(response)
}

const hopByHop = new Set([
  'connection',
  'expect',
  'forwarded',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-forwarded-host',
  'x-forwarded-port',
])

function forwardedHeaders({ request, requestId, client }: Exchange): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {}
  for (const [name, value] of Object.entries(request.headers)) {
    if (!hopByHop.has(name)) headers[name] = value
  }
  if (hasBody(request) && headers['content-length'] === undefined) {
    headers['transfer-encoding'] = 'chunked'
  }
  const traceparent = currentTraceparent() ?? headers['traceparent']
  if (traceparent !== undefined) headers['traceparent'] = traceparent
  return { ...headers, 'x-request-id': requestId, ...client }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
