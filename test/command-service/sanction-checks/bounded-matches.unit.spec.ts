import { expect, test } from 'vitest'
import { boundedMatches, type Match } from '#command/sanction-checks/bounded-matches.ts'

const match = (record: Match['record'], aliases: readonly string[] = []): Match => ({
  listVersion: '2026-11-20-0123456789ab',
  entryId: '1',
  name: 'Biri Uydurma',
  aliases: [...aliases],
  idNo: null,
  birthDate: null,
  nationality: null,
  program: null,
  reason: null,
  score: '0.9',
  matchedOn: 'name',
  matchedName: 'Biri Uydurma',
  matchedBirthDate: null,
  record,
  explanation: null,
})

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
const only = (...masak: readonly Match[]) =>
  boundedMatches({ masak: [...masak], wanted: [], pep: [] })

test('small values stay as they are', () => {
  const small = match({ ADI: 'Biri', SIRA: 1 }, ['Öteki'])
  expect(only(small)).toEqual({ masak: [small], wanted: [], pep: [] })
})

const LIMIT = 4096
const MARK = '… [cut]'

/** A record of that many bytes. */
const recordOf = (size: number) => ({ NOT: 'x'.repeat(size - bytes({ NOT: '' })) })
const recordAfter = (record: Match['record']) => only(match(record)).masak[0]?.record

test('a record of 4 KiB stays as it is, one byte more is cut', () => {
  expect(recordAfter(recordOf(LIMIT))).toEqual(recordOf(LIMIT))
  expect(recordAfter(recordOf(LIMIT + 1))).toEqual({ NOT: 'x'.repeat(512) + MARK })
})

test('a record over 4 KiB is cut at its longest values, and short values stay whole', () => {
  const record = { ADI: 'Biri Uydurma', YIL: 1981, NOT: 'ü'.repeat(10_000) }

  expect(recordAfter(record)).toEqual({ ...record, NOT: 'ü'.repeat(512) + MARK })
})

test('a value that is not text is cut as JSON', () => {
  const value = { names: ['x'.repeat(5_000)] }

  expect(recordAfter({ A: 1, B: value })).toEqual({
    A: 1,
    B: JSON.stringify(value).slice(0, 512) + MARK,
  })
})

test('a short value that is not text stays as it is', () => {
  const value = ['x'.repeat(LIMIT / 2 - 8)]

  expect(recordAfter({ A: value, B: 'x'.repeat(LIMIT) })).toEqual({
    A: value,
    B: 'x'.repeat(512) + MARK,
  })
})

test('values are cut to two letters before columns are left out', () => {
  const record = Object.fromEntries(
    Array.from({ length: 185 }, (_, at) => [`C${100 + at}`, 'x'.repeat(50)]),
  )

  expect(new Set(Object.values(recordAfter(record) ?? {}))).toEqual(new Set([`xx${MARK}`]))
})

test('values are cut in half until the record fits', () => {
  const record = Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [`C${at}`, 'x'.repeat(2_000 + at)]),
  )

  expect(recordAfter(record)).toEqual(
    Object.fromEntries(Object.keys(record).map((name) => [name, 'x'.repeat(256) + MARK])),
  )
})

test('a record of very many columns keeps their number and the first names', () => {
  const columns = Array.from({ length: 2_000 }, (_, at) => [`SÜTUN ${at}`, 'değer'] as const)
  const cut = recordAfter(Object.fromEntries(columns))

  const names = columns.map(([name]) => name).join(', ')
  expect(cut).toEqual({ cut: `2000 columns: ${names}`.slice(0, LIMIT / 4) + MARK })
})

test.each([
  ['birthDate', LIMIT / 4],
  ['nationality', LIMIT / 4],
  ['program', LIMIT / 2],
  ['reason', LIMIT],
] as const)('the text %s stays up to %i bytes, a longer one is cut', (field, limit) => {
  const cut = (text: string) => only({ ...match({}), [field]: text }).masak[0]?.[field]
  const longest = 'x'.repeat(limit - 2)

  expect(cut(longest)).toBe(longest)
  expect(cut(`${longest}x`)).toBe('x'.repeat(limit / 4) + MARK)
  expect(cut('🜚'.repeat(limit))).toBe('🜚'.repeat(limit / 8) + MARK)
})

test('aliases are kept as long as there is room, all of them where they fill it', () => {
  const aliases = Array.from({ length: 41 }, (_, at) => 'ö'.repeat(49) + String(at % 10))
  // Each has 49 letters of two bytes, a digit and two quotation marks.
  const fitting = Math.floor(LIMIT / 101)

  expect(only(match({}, aliases)).masak[0]?.aliases).toEqual(aliases.slice(0, fitting))
  const filling = [...aliases.slice(0, fitting), 'x'.repeat(LIMIT - 101 * fitting - 2)]
  expect(only(match({}, filling)).masak[0]?.aliases).toEqual(filling)
  expect(only(match({}, ['x'.repeat(5_000), 'short'])).masak[0]?.aliases).toEqual([])
})

test('all three lists are cut alike', () => {
  const long = match({ NOT: 'ü'.repeat(10_000) })
  const bounded = boundedMatches({ masak: [long], wanted: [long], pep: [long] })

  expect(bounded.masak[0]?.record).toEqual({ NOT: 'ü'.repeat(512) + MARK })
  expect(bounded.wanted).toEqual(bounded.masak)
  expect(bounded.pep).toEqual(bounded.masak)
})

/** As many as three lists can give are too large for an event unless each is cut to 1 KiB. */
const full = Array.from({ length: 50 }, () => ({
  ...match(
    Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`C${at}`, '\u0001'.repeat(150)])),
    Array.from({ length: 40 }, () => 'ö'.repeat(300)),
  ),
  reason: 'ş'.repeat(5_000),
  program: 'x'.repeat(9_000),
}))

test('the largest matches of three full lists make no event too large', () => {
  const bounded = boundedMatches({ masak: full, wanted: full, pep: full })

  expect(bounded.pep).toHaveLength(50)
  expect(bytes(bounded)).toBeLessThanOrEqual(480 * 1024)
  // Cut no further than need be: with twice as much left they would be too large.
  expect(bounded.pep[0]?.reason).toBe('ş'.repeat(256) + MARK)
})

const explained = { ...match({}), explanation: { name: '0.900', parts: [], facts: [] } }
const matchesWith = (reason: string, count: number) =>
  only(...Array.from({ length: count }, () => ({ ...explained, reason })))

test('explanations are left out only where a match has less than 512 bytes for a text', () => {
  const some = matchesWith('x'.repeat(1_000), 800).masak[0]
  expect(some).toEqual({ ...explained, reason: 'x'.repeat(128) + MARK })
  const more = matchesWith('x'.repeat(1_000), 1_300).masak[0]
  expect(more).toEqual({ ...match({}), reason: 'x'.repeat(64) + MARK })
})

test('no text is cut below 128 bytes, however many matches there are', () => {
  const bounded = matchesWith('x'.repeat(1_000), 3_000).masak
  expect(bounded).toHaveLength(3_000)
  expect(bounded[0]?.reason).toBe('x'.repeat(32) + MARK)
})

test('where one list is full, its matches keep more', () => {
  const [first] = only(...full).masak

  expect(first?.reason).toBe('ş'.repeat(512) + MARK)
})
