import { randomInt } from 'node:crypto'
import { magicPhones } from '#kernel/contract/test-mode.ts'
import type { Message } from '../../state/messages.ts'
import { type Answer, failure } from '../operation.ts'

export const CODE_VALID_MS = 180_000

const CODES = 1_000_000

/** The code in an SMS to the phone. */
export const codeFor = (phone: string): string =>
  isMagic(phone) ? magicPhones.code : String(randomInt(CODES)).padStart(6, '0')

const isMagic = (phone: string) => phone.startsWith(magicPhones.prefix)

/** Why the code is not accepted; undefined if it is. */
export function codeFailure(code: string, newest: Message | undefined): Answer | undefined {
  if (newest?.code !== code) return failure(422, 'CODE_WRONG', 'The code is wrong.')
  if (isMagic(newest.phone)) return undefined
  const validUntil = Date.parse(newest.sentAt) + CODE_VALID_MS
  if (Date.now() <= validUntil) return undefined
  return failure(422, 'CODE_EXPIRED', 'The code has expired.')
}
