import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '#kernel/platform/http/network-of.ts'

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

export interface ConnectionLimits {
  readonly most: number
  /** Of one address; a proxy that may speak for others has no limit of its own. */
  readonly mostOfAddress: number
  readonly isProxy: (address: string) => boolean
  /** How long a caller may take nothing of an answer that is ready for it. */
  readonly stalledMs: number
}

export const usualLimits = {
  most: MAX_CONNECTIONS,
  mostOfAddress: MAX_CONNECTIONS / 2,
  isProxy: () => false,
  stalledMs: 30_000,
} satisfies ConnectionLimits

interface Connection {
  readonly network: string
  /** The current request; null between requests. */
  request: IncomingMessage | null
  /** Bytes that were received and taken, and since when there are no more. */
  moved: number
  since: number
}

/**
 * Bounds the connections of a server. A full server closes the connection that has made no progress for the longest
 * time, unless it waits for an answer: so a caller with silent connections, or one that takes no answers, does not
 * block others. Who takes nothing for too long is disconnected in any case.
 */
export function limitConnections(server: Server, limits: ConnectionLimits = usualLimits) {
  const open = new Map<Socket, Connection>()

  const ofNetwork = new Map<string, number>()
  const count = (network: string, change: number) =>
    ofNetwork.set(network, (ofNetwork.get(network) ?? 0) + change)

  function forget(socket: Socket) {
    const connection = open.get(socket)
    if (connection === undefined) return
    open.delete(socket)
    if (count(connection.network, -1).get(connection.network) === 0) {
      ofNetwork.delete(connection.network)
    }
  }

  server.on('connection', (socket: Socket) => {
    const { narrow: network } = networkOf(socket.remoteAddress ?? '')
    if (!isRoomFor(socket, network)) return socket.destroy()
    open.set(socket, { network, request: null, moved: 0, since: performance.now() })
    count(network, 1)
    return socket.once('close', () => forget(socket))
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = open.get(request.socket)
    if (connection === undefined) return
    connection.request = request
    response.once('close', () => {
      if (connection.request === request) connection.request = null
    })
  })

  function isRoomFor({ remoteAddress = '' }: Socket, network: string): boolean {
    const own = ofNetwork.get(network) ?? 0
    if (own >= limits.mostOfAddress && !limits.isProxy(remoteAddress)) {
      return makeRoom((connection) => connection.network === network)
    }
    return open.size < limits.most || makeRoom(() => true)
  }

  function makeRoom(isCandidate: (connection: Connection) => boolean): boolean {
    let oldest: Connection | undefined
    let evicted: Socket | undefined
    for (const [socket, connection] of open) {
      if (!isCandidate(connection)) continue
      if (waitsForAnswer(socket, connection) || connection.since >= (oldest?.since ?? Infinity))
        continue
      oldest = connection
      evicted = socket
    }
    if (evicted === undefined) return false
    forget(evicted)
    disconnect(evicted)
    return true
  }

  const checking = setInterval(() => {
    for (const [socket, connection] of open) {
      observe(socket, connection)
      const isStalled = performance.now() - connection.since >= limits.stalledMs
      if (hasMoreToTake(socket) && isStalled) disconnect(socket)
    }
  }, CHECKED_EVERY_MS)
  server.once('close', () => clearInterval(checking))
}

/** Closed as usual, the kernel would keep megabytes for whoever takes nothing, for as long as that side is there. */
function disconnect(socket: Socket) {
  // This alone would wait until all is written.
  if (hasMoreToTake(socket)) socket.resetAndDestroy()
  socket.destroy()
}

/** Notes whether anything was received or taken since the last time. */
function observe(socket: Socket, connection: Connection) {
  const moved = socket.bytesRead + socket.bytesWritten - socket.writableLength
  // Who waits for us loses no time to take what comes.
  if (moved === connection.moved && !waitsForAnswer(socket, connection)) return
  connection.moved = moved
  connection.since = performance.now()
}

const waitsForAnswer = (socket: Socket, { request }: Connection) =>
  request?.complete === true && !hasMoreToTake(socket)

/** Whether a part of an answer waits for the caller to take it. */
const hasMoreToTake = (socket: Socket) => socket.writableLength > 0
