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
  record,
})

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
const only = (...masak: readonly Match[]) =>
  boundedMatches({ masak: [...masak], wanted: [], pep: [] })

test('what is small stays as it is', () => {
  const small = match({ ADI: 'Biri', SIRA: 1 }, ['Öteki'])
  expect(only(small)).toEqual({ masak: [small], wanted: [], pep: [] })
})

test('a record over 4 KiB is cut where it is longest, with a mark', () => {
  const [cut] = only(match({ ADI: 'Biri Uydurma', NOT: 'ü'.repeat(10_000) })).masak
  expect(bytes(cut?.record)).toBeLessThanOrEqual(4096)
  expect(cut?.record).toMatchObject({
    ADI: 'Biri Uydurma',
    NOT: expect.stringMatching(/^ü+… \[cut\]$/),
  })
})

test('a record of very many columns is cut too', () => {
  const columns = Array.from({ length: 2_000 }, (_, at) => [`SÜTUN ${at}`, 'değer'] as const)
  const [cut] = only(match(Object.fromEntries(columns))).masak
  expect(bytes(cut?.record)).toBeLessThanOrEqual(4096)
  expect(JSON.stringify(cut?.record)).toContain('… [cut]')
})

test('the largest matches of three full lists make no event too large', () => {
  const large = match(
    Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`C${at}`, '\u0001'.repeat(150)])),
    Array.from({ length: 40 }, () => 'ö'.repeat(300)),
  )
  const full = Array.from({ length: 50 }, () => ({
    ...large,
    reason: 'ş'.repeat(5_000),
    program: 'x'.repeat(9_000),
  }))
  const bounded = boundedMatches({ masak: full, wanted: full, pep: full })
  expect(bounded.pep).toHaveLength(50)
  expect(bytes(bounded)).toBeLessThanOrEqual(480 * 1024)
})
