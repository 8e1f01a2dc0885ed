import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export const MAX_CONNECTIONS = 2_000

/** For a request's headers to arrive, and for all of it. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 60_000
const CHECKED_EVERY_MS = 1_000
/** Longer than clients keep idle connections, so that the client closes them. */
const KEEP_ALIVE_MS = 75_000

export const serverOptions = {
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionsCheckingInterval: CHECKED_EVERY_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  requireHostHeader: false,
}

/**
 * Bounds the connections of a server. A full server closes the connection that has sent no complete
 * request for the longest time, so a caller with silent connections does not block others.
 */
export function limitConnections(server: Server) {
  /** The current request; null between requests. In the order in which they began to wait. */
  const open = new Map<Socket, IncomingMessage | null>()

  const waits = (socket: Socket) => {
    open.delete(socket)
    if (!socket.destroyed) open.set(socket, null)
  }

  server.on('connection', (socket: Socket) => {
    if (open.size >= MAX_CONNECTIONS && !makeRoom(open)) return socket.destroy()
    waits(socket)
    return socket.once('close', () => open.delete(socket))
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (open.has(request.socket)) open.set(request.socket, request)
    response.once('close', () => waits(request.socket))
  })
}

function makeRoom(open: Map<Socket, IncomingMessage | null>): boolean {
  for (const [socket, request] of open) {
    if (request?.complete === true) continue
    open.delete(socket)
    socket.destroy()
    return true
  }
  return false
}
