import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentUuidOf, recordIdOfUuid } from '#kernel/domain/document-uuid.ts'

const recordIds = fc.stringMatching(/^[0-9a-f]{24}$/)

test('a record always has the same uuid, because integrators store it', () => {
  expect(documentUuidOf('64b7f1c2e4b0a1d2c3e4f5a6')).toBe('64b7f1c2-e4b0-4a1d-b2c3-e4f5a693d773')
})

test('the uuid of a record is a random uuid of RFC 9562 that contains the id', () => {
  fc.assert(
    fc.property(recordIds, (id) => {
      const uuid = documentUuidOf(id)
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      const digits = uuid.replaceAll('-', '')
      expect(digits.slice(0, 12) + digits.slice(13, 16) + digits.slice(17, 26)).toBe(id)
    }),
  )
})

test('the four variants of a uuid are all in use', () => {
  const ids = Array.from({ length: 64 }, (_, number) => number.toString(16).padStart(24, '0'))

  expect(new Set(ids.map((id) => documentUuidOf(id)[19]))).toEqual(new Set('89ab'))
})

test('the record is found by its uuid, in small letters and capitals', () => {
  fc.assert(
    fc.property(recordIds, (id) => {
      expect(recordIdOfUuid(documentUuidOf(id))).toBe(id)
      expect(recordIdOfUuid(documentUuidOf(id).toUpperCase())).toBe(id)
    }),
  )
})

test('a uuid with any other digit belongs to no record', () => {
  const place = fc.integer({ min: 0, max: 35 }).filter((at) => ![8, 13, 18, 23].includes(at))
  fc.assert(
    fc.property(recordIds, place, fc.integer({ min: 1, max: 15 }), (id, at, shift) => {
      const uuid = Array.from(documentUuidOf(id))
      uuid[at] = ((Number.parseInt(uuid[at] ?? '', 16) + shift) % 16).toString(16)
      expect(recordIdOfUuid(uuid.join(''))).toBeUndefined()
    }),
  )
})

test.each(['', 'x', '00000000-0000-4000-8000-000000000000'])('%j belongs to no record', (uuid) =>
  expect(recordIdOfUuid(uuid)).toBeUndefined(),
)
