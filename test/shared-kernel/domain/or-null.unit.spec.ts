import { expect, test } from 'vitest'
import { orNull } from '#kernel/domain/or-null.ts'

test('only the named fields are returned', () => {
  expect(orNull({ name: 'Ayşe', city: 'Bursa' }, { name: 'a text' })).toEqual({ name: 'Ayşe' })
})

test('a missing field is null', () => {
  const data: { readonly name?: string; readonly city?: string } = { city: 'Bursa' }
  expect(orNull(data, { name: 0, city: 0 })).toEqual({ name: null, city: 'Bursa' })
})

test('an empty text, zero and false stay', () => {
  const data = { text: '', number: 0, flag: false }
  expect(orNull(data, data)).toEqual(data)
})
