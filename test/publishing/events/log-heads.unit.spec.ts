import fc from 'fast-check'
import { expect, test } from 'vitest'
import { notaryKey } from '#kernel/platform/log-chain/signed-head.ts'
import { entryOnLine } from '#kernel/platform/log-chain/witness.ts'
import { logHeads } from '#publishing/events/log-heads.ts'

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
const circumstances = { companyId: 'system', personRef: () => null }

const publishedOf = (seed: Uint8Array, head: Uint8Array) => {
  const data = notaryKey(Buffer.from(seed)).signHead(2, head)
  return logHeads.publish({ type: 'HeadSigned', data }, circumstances)?.data
}

test('every published head is a signed head again, whatever digits its key’s id has', () => {
  fc.assert(
    fc.property(bytes, bytes, (seed, head) => {
      const line = JSON.stringify(publishedOf(seed, head))
      expect(entryOnLine(line, 'the topic')).toMatchObject({ kind: 'head', head: { count: 2 } })
    }),
    { numRuns: 500 },
  )
})

test('an id that reads like an identity number stays what it is', () => {
  const data = {
    ...notaryKey(Buffer.alloc(32)).signHead(2, Buffer.alloc(32)),
    keyId: 'ab10000000146cde',
  }
  const event = logHeads.publish({ type: 'HeadSigned', data }, circumstances)
  expect(event?.data).toMatchObject({ keyId: 'ab10000000146cde' })
})
