import type { Message } from '../../state/messages.ts'
import { type Answer, failure } from '../operation.ts'

export const CODE_VALID_MS = 180_000

/** Why the code is not accepted; undefined if it is. */
export function codeFailure(code: string, newest: Message | undefined): Answer | undefined {
  if (newest?.code !== code) return failure(422, 'CODE_WRONG', 'The code is wrong.')
  const validUntil = Date.parse(newest.sentAt) + CODE_VALID_MS
  if (Date.now() <= validUntil) return undefined
  return failure(422, 'CODE_EXPIRED', 'The code has expired.')
}
