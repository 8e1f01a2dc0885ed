import { bytesReceived } from './flow-control.ts'
import type { StoreClient } from './store-client.ts'

/** Then a call is over although its connection brings something: that may be for other calls. */
const LONGEST_MS = 60_000
const MOST_TIMES = 4

/** Ends a call that brings nothing for long. A large message comes in parts, each of which is a sign of life. */
export function startPatience(
  client: StoreClient,
  timeoutMs: number,
  end: (reason: Error) => void,
): { readonly heard: () => void; readonly stop: () => void } {
  const longestMs = Math.min(LONGEST_MS, MOST_TIMES * timeoutMs)
  let heardAt = performance.now()
  let bytes = bytesReceived(client)
  const timer = setTimeout(() => {
    const before = bytes
    bytes = bytesReceived(client)
    const isAlive = bytes > before && performance.now() - heardAt < longestMs
    if (isAlive) timer.refresh()
    else end(new Error(`no answer within ${timeoutMs} ms`))
  }, timeoutMs)
  return {
    heard: () => {
      heardAt = performance.now()
      timer.refresh()
    },
    stop: () => clearTimeout(timer),
  }
}
