import { expect, test } from 'vitest'
import {
  oddMasakCsv,
  oddMasakWorkbook,
  oddOpenSanctions,
  oddUnList,
  unListWithNotes,
} from '#test/support/odd-lists.ts'
import { check, namesIn } from '#test/support/sanction-checks.ts'
import { importList, listOf } from '#test/support/sanction-lists.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer } from '#test/support/system-dealer.ts'

const system = systemForThisFile()
const COUNT = 600

test.each([
  ['the United Nations', 2 * COUNT, () => oddUnList(COUNT)],
  ['OpenSanctions', COUNT, () => oddOpenSanctions(COUNT)],
  ['MASAK as CSV', COUNT, () => oddMasakCsv(COUNT)],
  ['MASAK as a workbook', COUNT, () => oddMasakWorkbook(COUNT)],
])('a list of %s with every oddity finds itself', async (_, entries, made) => {
  const { stdout, stderr, exitCode } = await importList(system, 'wanted', await made())
  const [proof, ...others] = stderr.trim().split('\n').toReversed()
  expect(others).toEqual([])
  expect(proof).toMatch(/^[\d ]+ entries, [\d ]+ names, [\d ]+ numbers: all found$/)
  const [found = 0, names = 0, numbers = 0] = [...(proof ?? '').matchAll(/[\d ]+(?= )/g)].map(
    ([digits]) => Number(digits.replaceAll(' ', '')),
  )
  expect(found).toBe(entries)
  expect(names).toBeGreaterThan(entries * 1.5)
  expect(numbers).toBeGreaterThan(COUNT / 12)
  expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, { rows: entries, skipped: 0 }])
})

test('a number that a list writes in a note, a type or a comment is found by a check', async () => {
  const { api } = await newDealer(system, { lines: [] })
  const { xml, numbers } = unListWithNotes()
  const { stderr, exitCode } = await importList(system, 'pep', xml)
  expect([exitCode, stderr]).toEqual([
    0,
    expect.stringMatching(/^8 entries, .* numbers: all found\n$/),
  ])
  for (const idNo of numbers) {
    const { matches } = await check(api, { idNo })
    expect(matches.pep, idNo).toMatchObject([{ score: 1, matchedOn: 'idNo' }])
  }
  const other = 'Uydurma Kurmaca'
  await importList(
    system,
    'pep',
    listOf({ id: '1', name: other, idNo: 'U0000001', sanctions: 'passport A 7654321 seized' }),
  )
  const byNumber = (await check(api, { idNo: 'a7654321' })).matches.pep
  const byName = (await check(api, { fullName: other })).matches.pep
  expect([byNumber, byName]).toMatchObject([
    [{ idNo: 'A 7654321', matchedOn: 'idNo' }],
    [{ idNo: 'U0000001', matchedOn: 'name' }],
  ])
})

const withMisses = (names: number, misses: number) =>
  listOf(
    ...Array.from({ length: names }, (_, at) => ({ id: `n${at}`, name: `Bulunur ${at} Uydurma` })),
    ...Array.from({ length: misses }, (_, at) => ({ id: `m${at}`, name: '?'.repeat(at + 3) })),
  )

test('a version that misses more than one of a thousand leaves the old one in use', async () => {
  const { api } = await newDealer(system, { lines: [] })
  await importList(system, 'pep', listOf({ id: '1', name: 'Eski Uydurma' }))
  const refused = await importList(system, 'pep', withMisses(1_000, 2))
  expect(refused).toEqual({
    stdout: '',
    stderr: [
      'line 1002: name: “???” is not found',
      'line 1003: name: “????” is not found',
      '1 002 entries, 1 002 names, 0 numbers: all found but 2',
      'Nothing was imported: of a thousand names and numbers at most one may be missed.',
      '',
    ].join('\n'),
    exitCode: 1,
  })
  expect(namesIn(await check(api, { fullName: 'Eski Uydurma' })).pep).toEqual(['Eski Uydurma'])

  const taken = await importList(system, 'pep', withMisses(1_000, 1))
  expect([taken.exitCode, taken.stderr]).toEqual([
    0,
    'line 1002: name: “???” is not found\n1 001 entries, 1 001 names, 0 numbers: all found but 1\n',
  ])
  expect(namesIn(await check(api, { fullName: 'Eski Uydurma' })).pep).toEqual([])
  expect(namesIn(await check(api, { fullName: 'Bulunur 7 Uydurma' })).pep).toEqual([
    'Bulunur 7 Uydurma',
  ])
})

test('of each kind of warning, fault and miss the first 20 are printed, and how many more', async () => {
  const rows = Array.from(
    { length: 1_500 },
    (_, at) => `${at + 1};Biri Uydurma ${at};1,${at}222E+10`,
  )
  const warned = await importList(
    system,
    'masak',
    ['Sıra No;ADI SOYADI;TCKN', ...rows, '1501;Öteki Uydurma;yok', ''].join('\r\n'),
  )
  expect([warned.exitCode, warned.stderr.split('\n')]).toEqual([
    0,
    [
      ...rows.slice(0, 20).map((_, at) => {
        const place = `warning: line ${at + 2}: TCKN`
        return `${place}: “1,${at}222E+10” was shortened by a spreadsheet`
      }),
      'warning: line 1502: TCKN: “yok” yields no number',
      'warning: was shortened by a spreadsheet: … and 1 480 more of this kind',
      expect.stringMatching(/^1 501 entries, .*: all found$/),
      '',
    ],
  ])

  const empty = Array.from({ length: 100_000 }, (_, at) => `${at},Person,\n`)
  const bad = await importList(system, 'masak', ['id,schema,name\n', ...empty].join(''))
  expect([bad.exitCode, bad.stdout, bad.stderr.split('\n')]).toEqual([
    1,
    '',
    [
      ...Array.from({ length: 20 }, (_, at) => `line ${at + 2}: name: is required`),
      'is required: … and 99 980 more of this kind',
      'Nothing was imported. --skip-bad-rows takes the other rows.',
      '',
    ],
  ])

  const missed = await importList(system, 'masak', withMisses(0, 50))
  expect(missed.stderr.split('\n').slice(19)).toEqual([
    'line 21: name: “??????????????????????” is not found',
    'name is not found: … and 30 more of this kind',
    '50 entries, 50 names, 0 numbers: all found but 50',
    'Nothing was imported: of a thousand names and numbers at most one may be missed.',
    '',
  ])
})
