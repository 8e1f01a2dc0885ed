import type { SpanContext } from '@opentelemetry/api'

const FORM = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** What a W3C `traceparent` says; undefined where it is none. */
export function readTraceparent(text: unknown): SpanContext | undefined {
  if (typeof text !== 'string') return undefined
  const [, traceId, spanId, flags = ''] = FORM.exec(text) ?? []
  if (traceId === undefined || spanId === undefined) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
}

export const writeTraceparent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-0${traceFlags & 1}`
