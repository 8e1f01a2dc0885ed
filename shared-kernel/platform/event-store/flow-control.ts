import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientHttp2Stream, Http2Session } from 'node:http2'
import type { StoreClient } from './store-client.ts'

/** HTTP/2 alone allows 64 KiB, about thirty of our events. */
const WINDOW_BYTES = 256 * 1024
const NAME = 'connection-name'
const OPENED = 'http2.client.stream.created'

/** The sessions of each client, by the name that it gives with every call. */
const sessionsOf = new Map<unknown, Set<Http2Session>>()
const widened = new WeakSet<Http2Session>()

/**
 * Lets a store send up to 256 KiB ahead of each reader. Without this, a reader waits for the
 * network and for its own process after every thirty events. gRPC has an option for it, which the
 * official client does not pass on. Of our processes, only that client speaks HTTP/2.
 */
export function widenFlowControl(): { readonly close: () => void } {
  subscribe(OPENED, widen)
  return { close: () => void unsubscribe(OPENED, widen) }
}

/** How many bytes the connections of a client have received: its name is in its calls. */
export function bytesReceived(client: StoreClient): number {
  const [name] = client['callArguments']({}, { deadline: Infinity })[0].get(NAME)
  let bytes = 0
  for (const session of sessionsOf.get(name) ?? []) bytes += session.socket?.bytesRead ?? 0
  return bytes
}

function widen(message: unknown) {
  if (!isOpened(message)) return
  const { session } = message.stream
  if (session === undefined) return
  remember(session, message.headers[NAME])
  if (widened.has(session)) return
  widened.add(session)
  session.settings({ initialWindowSize: WINDOW_BYTES })
  session.setLocalWindowSize(WINDOW_BYTES)
}

function remember(session: Http2Session, name: unknown) {
  const sessions = sessionsOf.get(name) ?? new Set()
  if (name === undefined || sessions.has(session)) return
  for (const [other, known] of sessionsOf) {
    for (const one of known) if (one.destroyed) known.delete(one)
    if (known.size === 0) sessionsOf.delete(other)
  }
  sessionsOf.set(name, sessions.add(session))
}

interface Opened {
  readonly stream: ClientHttp2Stream
  readonly headers: Readonly<Record<string, unknown>>
}

const isOpened = (message: unknown): message is Opened =>
  typeof message === 'object' && message !== null && 'stream' in message
