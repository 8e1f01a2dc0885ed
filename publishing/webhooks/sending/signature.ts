import { createHmac } from 'node:crypto'

/** One call, as the receiver sees it. */
export interface SignedContent {
  /** The same in every attempt to deliver the event. */
  readonly id: string
  /** Seconds since 1970: receivers refuse calls that are too old. */
  readonly timestamp: number
  readonly body: string
}

/**
 * The headers of Standard Webhooks 1.0 (standardwebhooks.com), with a signature by each secret: a
 * receiver accepts any of them. Secrets are in base64.
 */
export function signatureHeaders(
  { id, timestamp, body }: SignedContent,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret, 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}

/** The form in which people get a secret. */
export const shownSecret = (secret: string): string => `whsec_${secret}`
