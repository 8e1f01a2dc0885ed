import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientHttp2Stream, Http2Session } from 'node:http2'

/** HTTP/2 alone allows 64 KiB, about thirty of our events. */
const WINDOW_BYTES = 256 * 1024
const OPENED = 'http2.client.stream.created'

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

function widen(message: unknown) {
  if (!isOpened(message)) return
  const { session } = message.stream
  if (session === undefined || widened.has(session)) return
  widened.add(session)
  session.settings({ initialWindowSize: WINDOW_BYTES })
  session.setLocalWindowSize(WINDOW_BYTES)
}

interface Opened {
  readonly stream: ClientHttp2Stream
}

const isOpened = (message: unknown): message is Opened =>
  typeof message === 'object' && message !== null && 'stream' in message
