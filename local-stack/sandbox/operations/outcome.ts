import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { type Answer, type ArrivedCall, failure } from './operation.ts'

/** Longer than any caller waits; it only limits the life of a forgotten connection. */
const LONGEST_SILENCE_MS = 600_000

/** The answer to the caller, after the fault has been applied; `undefined` means no answer at all. */
export async function outcomeOf(call: ArrivedCall): Promise<Answer | undefined> {
  const { operation, request, fault, closing } = call
  if (fault === undefined) return operation.perform(request)
  switch (fault.mode) {
    case 'timeout':
      return undefined
    case 'accept-then-timeout':
      await operation.perform(request)
      return undefined
    case 'reject-then-timeout':
      await operation.refuse(request)
      return undefined
    case 'error':
      return failure(500, 'INTERNAL_ERROR', 'The provider has an internal error.')
    case 'reject':
      return operation.refuse(request)
    case 'malformed':
      await operation.perform(request)
      return file('{"status":', 'application/json')
    case 'slow':
      // When the process stops, the delay is cut short, and the operation is still performed.
      await pause(fault.delayMs, undefined, { signal: closing }).catch(() => undefined)
      return operation.perform(request)
    case 'rate-limited':
      return failure(429, 'RATE_LIMITED', 'Too many requests.')
    case 'quota':
      if (operation.name !== 'voucher.sms') return operation.refuse(request)
      return failure(422, 'SMS_QUOTA_EXCEEDED', 'The SMS quota of the company is used up.')
    case 'invalid-file':
      // For an operation without a file this is an unreadable answer.
      await operation.perform(request)
      return file('no document', 'application/octet-stream')
    default:
      return assertNever(fault.mode)
  }
}

/** Leaves the caller without an answer until it disconnects or the process stops. */
export async function holdUntilGone(response: ServerResponse, closing: AbortSignal) {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  if (response.closed) gone.abort()
  const signal = AbortSignal.any([gone.signal, closing])
  await pause(LONGEST_SILENCE_MS, undefined, { signal }).catch(() => undefined)
  response.destroy()
}

const file = (text: string, contentType: string): Answer => ({
  status: 200,
  file: Buffer.from(text),
  contentType,
})
