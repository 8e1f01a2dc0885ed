import { Client } from 'pg'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import { audit, variablesOf } from '#test/audit/auditing.ts'
import { check, namesIn } from '#test/support/sanction-checks.ts'
import { importList, listOf } from '#test/support/sanction-lists.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { newDealer } from '#test/support/system-dealer.ts'

const system = systemForThisFile()

const Told = Type.Object({
  list: Type.String(),
  version: Type.String(),
  rows: Type.Integer(),
  skipped: Type.Integer(),
  unchanged: Type.Boolean(),
})

const toldIn = (stdout: string) => Value.Parse(Told, JSON.parse(stdout))
const imported = async (...order: Parameters<typeof importList>) => {
  const { exitCode, stdout, stderr } = await importList(...order)
  const told = toldIn(stdout)
  const [proof = '', ...others] = stderr.split('\n').filter((line) => line !== '')
  expect([exitCode, others]).toEqual([0, []])
  expect(proof).toMatch(told.unchanged ? /^$/ : /^\d+ entr.*: all found$/)
  return told
}
const numbered = (name: string, count: number) =>
  listOf(
    ...Array.from({ length: count }, (_, at) => ({ id: `${name}-${at}`, name: `${name} Uydurma` })),
  )

test('the name of a list is written as it is', async () => {
  await expect(importList(system, 'masak', '', '--list', 'MASAK')).rejects.toThrow(
    "argument 'MASAK' is invalid. Allowed choices are masak, wanted, pep.",
  )
})

test('a list is in use when the command ends, and the same file again changes nothing', async () => {
  const { api } = await newDealer(system, { lines: [] })
  const file = listOf({ id: '1', name: 'Birinci Uydurma' })
  const first = await imported(system, 'masak', file)
  expect(first).toMatchObject({ list: 'masak', rows: 1, skipped: 0, unchanged: false })
  expect(first.version).toMatch(/^\d{4}-\d{2}-\d{2}-[0-9a-f]{12}$/)
  const found = await check(api, { fullName: 'Birinci Uydurma' })
  expect(found.matches.masak[0]?.listVersion).toBe(first.version)

  expect(await imported(system, 'masak', file)).toEqual({ ...first, unchanged: true })
  const second = await imported(system, 'masak', listOf({ id: '2', name: 'İkinci Uydurma' }))
  expect(second.version).not.toBe(first.version)
  expect(namesIn(await check(api, { fullName: 'Birinci Uydurma' })).masak).toEqual([])
  expect(namesIn(await check(api, { fullName: 'İkinci Uydurma' })).masak).toEqual([
    'İkinci Uydurma',
  ])

  expect(await imported(system, 'masak', file)).toMatchObject({
    unchanged: false,
    version: first.version,
  })
  expect(namesIn(await check(api, { fullName: 'Birinci Uydurma' })).masak).toEqual([
    'Birinci Uydurma',
  ])
})

test('a file with a bad row is refused, unless the command skips bad rows', async () => {
  const { api } = await newDealer(system, { lines: [] })
  await imported(system, 'pep', listOf({ id: '1', name: 'Eski Uydurma' }))
  const bad = listOf({ id: '1', name: 'Yeni Uydurma' }, { id: '2', name: '' })
  const refused = await importList(system, 'pep', bad)
  expect([refused.exitCode, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toContain('line 3: name: is required\n')
  expect(namesIn(await check(api, { fullName: 'Eski Uydurma' })).pep).toEqual(['Eski Uydurma'])

  expect(toldIn((await importList(system, 'pep', bad, '--skip-bad-rows')).stdout)).toMatchObject({
    rows: 1,
    skipped: 1,
  })
  expect(namesIn(await check(api, { fullName: 'Yeni Uydurma' })).pep).toEqual(['Yeni Uydurma'])
  const empty = await importList(system, 'pep', listOf(), '--skip-bad-rows')
  expect([empty.exitCode, empty.stderr]).toEqual([1, 'line 1: file: has no entries\n'])
})

test('at most 50 matches of a list are shown, with the number of all', async () => {
  const { api } = await newDealer(system, { lines: [] })
  await imported(system, 'wanted', numbered('Elli', 60))
  const { summary, matches } = await check(api, { fullName: 'Elli Uydurma' })
  expect([summary.wantedCount, matches.wanted.length]).toEqual([60, 50])
})

test('no check sees a partly replaced list', async () => {
  const { api } = await newDealer(system, { lines: [] })
  const versions = new Map<string, number>()
  const files = [40, 41, 42, 43].map((count) => numbered('Yarım', count))
  const keep = async (file: string, count: number) =>
    versions.set((await imported(system, 'wanted', file)).version, count)
  await keep(files[0] ?? '', 40)
  const replaced = new AbortController()
  const seen: (readonly [string | null | undefined, number])[] = []
  const checking = async () => {
    while (!replaced.signal.aborted) {
      const { summary, matches } = await check(api, { fullName: 'Yarım Uydurma' })
      expect(new Set(matches.wanted.map(({ listVersion }) => listVersion)).size).toBe(1)
      seen.push([matches.wanted[0]?.listVersion, summary.wantedCount])
    }
  }
  const checks = Promise.all([checking(), checking(), checking()])
  for (const [at, file] of files.entries()) await keep(file, 40 + at)
  replaced.abort()
  await checks
  expect(seen.length).toBeGreaterThan(0)
  for (const [version, count] of seen) expect(versions.get(version ?? '')).toBe(count)
})

test('an entry that was changed, or is gone, is found by a verification', async () => {
  await imported(system, 'pep', numbered('Bozuk', 3))
  const { version } = await imported(system, 'masak', numbered('Eksik', 3))
  const database = new Client({ connectionString: system.databaseUrl })
  await database.connect()
  onTestFinished(() => database.end())

  await database.query(`
    update vault.sanction_list_entry set entry = jsonb_set(entry, '{name}', '"Başka"')
    where list = 'pep' and place = 1`)
  await database.query(
    `delete from vault.sanction_list_entry where list = 'masak' and version = $1 and place = 2`,
    [version],
  )

  const { exitCode, stderr } = await audit(['verify'], variablesOf(system))
  expect(exitCode).toBe(1)
  expect(stderr).toMatch(/sanctionLists: the entries of version \S+ of pep are not those/)
  expect(stderr).toContain(`sanctionLists: version ${version} of masak has 2 entries instead of 3`)
})
