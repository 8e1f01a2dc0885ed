import { request as httpRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type CheckedAddress, calling } from '#kernel/platform/http/checked-address.ts'

/** The whole call, its answer read. */
const TIMEOUT_MS = 15_000
/** The rest of a longer answer is not read. */
const MAXIMUM_BYTES = 65_536

export interface WebhookCall {
  readonly url: URL
  /** The address of the URL's host. */
  readonly at: CheckedAddress
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
  readonly timeoutMs?: number | undefined
}

/** What came back; an answer's content does not matter. `Retry-After` is as the receiver wrote it. */
export type DeliveryOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | undefined }
  | { readonly kind: 'failed'; readonly reason: 'timeout' | 'connection' | 'stopped' }

/**
 * Sends one call, which follows no redirection. It goes to the address that was checked, whatever the
 * name resolves to by then; the certificate must be the name's.
 */
export function callWebhook(call: WebhookCall): Promise<DeliveryOutcome> {
  const { url, at, headers, body, signal, timeoutMs = TIMEOUT_MS } = call
  return new Promise((resolve) => {
    const options: RequestOptions = {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Sarraf-Webhooks/1',
      },
      ...calling(at),
    }
    const request =
      url.protocol === 'https:' ? httpsRequest(url, options) : httpRequest(url, options)
    const timer = setTimeout(() => end({ kind: 'failed', reason: 'timeout' }), timeoutMs)
    const stop = () => end({ kind: 'failed', reason: 'stopped' })
    signal.addEventListener('abort', stop, { once: true })
    request.on('error', () => end({ kind: 'failed', reason: 'connection' }))
    request.on('response', (response) => {
      const { statusCode: status = 0, headers: answer } = response
      const answered = { kind: 'answered', status, retryAfter: answer['retry-after'] } as const
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > MAXIMUM_BYTES) end(answered)
      })
      response.on('end', () => end(answered))
      response.on('error', () => end({ kind: 'failed', reason: 'connection' }))
    })
    request.end(body)

    function end(outcome: DeliveryOutcome) {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      request.destroy()
      resolve(outcome)
    }
  })
}
