import { createDecipheriv, createSecretKey, randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  keyToDisclose,
  openValue,
  sealValue,
  type ValuePlace,
} from '#kernel/platform/vault/sealed-value.ts'
import { unwrap, wrap } from '#kernel/platform/vault/wrapping.ts'

const key = createSecretKey(randomBytes(32))
const place: ValuePlace = { stream: 'customer-1', id: 'event-1', name: ['person'] }
const others: readonly ValuePlace[] = [
  { ...place, stream: 'customer-2' },
  { ...place, id: 'event-2' },
  { ...place, name: ['person', 'metadata'] },
]

/** As a reader of an evidence package opens it, who has nothing of ours. */
function openedAlone(own: Buffer, { stream, id, name }: ValuePlace, sealed: string): unknown {
  const bytes = Buffer.from(sealed.slice('own:'.length), 'base64')
  const decipher = createDecipheriv('aes-256-gcm', own, bytes.subarray(0, 12))
  decipher.setAAD(Buffer.from(JSON.stringify([stream, id, ...name])))
  decipher.setAuthTag(bytes.subarray(12, 28))
  const plain = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
  return JSON.parse(plain.toString())
}

const disclosed = (at: ValuePlace, sealed: string) => {
  const own = keyToDisclose(key, at, sealed)
  if (own === undefined) throw new Error('there is no key to disclose')
  return own
}

test('a value comes back as it was, by the owner’s key and by its own', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const sealed = sealValue(key, place, value)
      const same = JSON.parse(JSON.stringify(value))
      expect(openValue(key, place, sealed)).toEqual(same)
      expect(openedAlone(disclosed(place, sealed), place, sealed)).toEqual(same)
    }),
  )
})

test.each(others)('the key of a value opens no other one: %j', (other) => {
  const [sealed, foreign] = [sealValue(key, place, 'Ayşe'), sealValue(key, other, 'Fatma')]
  const own = disclosed(place, sealed)
  expect(() => openedAlone(own, other, foreign)).toThrow('authenticate')
  expect(() => openValue(createSecretKey(own), other, foreign)).toThrow('authenticate')
  expect(() => openValue(key, other, sealed)).toThrow('authenticate')
})

test.each([4, 8, 12, 15])('the first %i bytes of a tag open nothing', (bytes) => {
  const wrapped = wrap(key, 'context', Buffer.alloc(0))
  expect(unwrap(key, 'context', wrapped)).toHaveLength(0)
  expect(() => unwrap(key, 'context', wrapped.subarray(0, 12 + bytes))).toThrow('tag length')
})

test('a value that an earlier release sealed is read, and its key is not disclosed', () => {
  const { stream, id, name } = place
  const context = JSON.stringify([stream, id, ...name])
  const sealed = wrap(key, context, Buffer.from('"Ayşe"')).toString('base64')
  expect(openValue(key, place, sealed)).toBe('Ayşe')
  expect(keyToDisclose(key, place, sealed)).toBeUndefined()
})
