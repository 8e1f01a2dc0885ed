import { timingSafeEqual } from 'node:crypto'

/** Compares without telling by its time how much of a guess is right. */
export function areEqualSecrets(given: string | Buffer, expected: string | Buffer): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
