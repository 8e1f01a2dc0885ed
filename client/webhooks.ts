import { SarrafError } from './errors.ts'

interface HeadersOfFetch {
  readonly get: (name: string) => string | null
}

export interface WebhookCall {
  /** As it came, before any parser: text that is written again has other bytes. */
  readonly body: string | Uint8Array
  /** `Headers`, or an object as Node's servers have it. */
  readonly headers:
    | HeadersOfFetch
    | Readonly<Record<string, string | readonly string[] | undefined>>
  /** `whsec_…`. While a secret is replaced there are two: either may have signed. */
  readonly secret: string | readonly string[]
  /** How old, or how far ahead of the clock here, a call may be. Otherwise five minutes. */
  readonly toleranceSeconds?: number
}

/** An event whose signature is right. */
export interface WebhookEvent<Data = unknown> {
  /** The same each time the event is sent: do nothing for an id that you have seen. */
  readonly id: string
  readonly type: string
  readonly timestamp: string
  readonly companyId: string
  /** The record, and the number of the event in its history. */
  readonly subject: string
  readonly sequence: string
  readonly data: Data
}

/** The call is not one of Sarraf, or is too old: answer 401 and do nothing. */
export class WebhookRefused extends SarrafError {
  static override readonly kind = 'WebhookRefused'
  override readonly name = 'WebhookRefused'

  constructor(message: string) {
    super({ status: 0, code: 'WEBHOOK_REFUSED', message, details: [], traceId: '' })
  }
}

/** The event of a call of a webhook, if its signature is right; otherwise throws `WebhookRefused`. */
export async function verifyWebhook<Data = unknown>(
  call: WebhookCall,
): Promise<WebhookEvent<Data>> {
  const { headers, secret, toleranceSeconds = 300 } = call
  const body = bytesOf(call.body)
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const given = headerOf(headers, 'webhook-signature').split(' ')
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookRefused('webhook-timestamp is no time.')
  const ageSeconds = Math.abs(Date.now() / 1_000 - Number(timestamp))
  const content = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body)
  const signatures = given.flatMap((signature) =>
    signature.startsWith('v1,') ? [fromBase64(signature.slice(3)) ?? new Uint8Array()] : [],
  )
  const keys = await Promise.all([secret].flat().map(keyOf))
  const subtle = await subtleCrypto()
  const checks = keys.flatMap((key) =>
    signatures.map((signature) => subtle.verify('HMAC', key, signature, content)),
  )
  const isGenuine = (await Promise.all(checks)).includes(true)
  if (!isGenuine) throw new WebhookRefused('No signature of the call is by a secret given here.')
  if (ageSeconds > toleranceSeconds) throw new WebhookRefused('The call is too old, or too new.')
  return { ...JSON.parse(new TextDecoder().decode(body)), id }
}

function headerOf(headers: WebhookCall['headers'], name: string): string {
  const value = isOfFetch(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  if (typeof value !== 'string') throw new WebhookRefused(`The call has no header ${name}.`)
  return value
}

const isOfFetch = (headers: WebhookCall['headers']): headers is HeadersOfFetch =>
  typeof headers['get'] === 'function'

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return new Uint8Array(body)
  throw new TypeError('The body is needed as it came, as text or bytes, and not parsed.')
}

function joined(first: Uint8Array, second: Uint8Array) {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

async function keyOf(secret: string) {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''))
  if (bytes === undefined || bytes.length === 0) {
    throw new TypeError('A secret of a webhook is whsec_ and base64.')
  }
  const subtle = await subtleCrypto()
  return subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Only Node 18 has to import it. */
async function subtleCrypto() {
  const crypto: typeof globalThis.crypto | undefined = globalThis.crypto
  return (crypto ?? (await import('node:crypto')).webcrypto).subtle
}
