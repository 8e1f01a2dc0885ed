import { expect, test } from 'vitest'
import { hashSecret, secretMatches } from '#kernel/platform/http/secret-hash.ts'
import { TooBusy } from '#kernel/platform/waiting/bounded-queue.ts'

/** Hashes as no service makes them: they cost next to nothing. */
const CHEAP = `scrypt$2$1$1$c2FsdA==$${Buffer.alloc(32).toString('base64')}`

test('the hash of a secret matches that secret and no other', async () => {
  const hash = await hashSecret('open sesame')

  expect(await secretMatches(hash, 'open sesame')).toBe(true)
  expect(await secretMatches(hash, 'open Sesame')).toBe(false)
  expect(await hashSecret('open sesame')).not.toBe(hash)
})

test('of many secrets at once two are hashed, a hundred wait, and all others are refused', async () => {
  const all = Array.from({ length: 110 }, () => secretMatches(CHEAP, 'a guess'))

  const outcomes = (await Promise.allSettled(all)).map((one) =>
    one.status === 'fulfilled' ? one.value : one.reason,
  )
  const isMatch = outcomes.slice(0, 102)
  expect(isMatch).toEqual(isMatch.map(() => false))
  const refusals = outcomes.slice(102)
  expect(refusals).toEqual(refusals.map(() => expect.any(TooBusy)))
  expect(await secretMatches(CHEAP, 'one more')).toBe(false)
})

test('a hash of another kind is not verified', async () => {
  await expect(secretMatches('bcrypt$1$1$1$a$b', 'x')).rejects.toThrow('unknown kind')
})
