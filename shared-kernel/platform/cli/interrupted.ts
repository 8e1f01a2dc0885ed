/** Aborted by Ctrl-C, by the request to end, and when nobody reads the output any more. */
export function interrupted(): AbortSignal {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => interruption.abort())
  }
  process.stdout.once('error', () => interruption.abort())
  return interruption.signal
}
