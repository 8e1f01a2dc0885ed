/** From the start of a shutdown: calls at providers end first, then their outcomes are recorded and answered. */
const CALLS_END_AFTER_MS = 7_800
export const REQUESTS_END_AFTER_MS = 8_400

/** Finishes the requests in flight; calls that are still open at the end are aborted. */
export async function closeAndAbort(
  server: { close: () => Promise<unknown> },
  calls: AbortController,
) {
  const timer = setTimeout(() => calls.abort(), CALLS_END_AFTER_MS)
  await server.close()
  clearTimeout(timer)
  calls.abort()
}
