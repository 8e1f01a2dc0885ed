import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { WrongUsage } from '#kernel/platform/cli/command.ts'
import { sanctionsCommand } from '#operator/sanctions/command.ts'
import { newFolder, removeFolder } from '#test/support/folders.ts'
import { importList, listOf } from '#test/support/sanction-lists.ts'
import { systemForThisFile } from '#test/support/system.ts'

const system = systemForThisFile()

const PAIRS = `same;listed;sought
yes;Ahmed Yilmaz;Ahmet Yılmaz
evet;Bambaşka Biri;Ahmet Yılmaz
no;Ayşe Kaya;Ahmet Yılmaz
`

async function evaluated(content: string, ...options: readonly string[]) {
  const folder = await newFolder('pairs')
  const file = join(folder, 'pairs.csv')
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const { databases, eventStoreUrl, vaultKey } = system
  const environment = {
    DATABASE_URL: databases.command,
    EVENTSTORE_URL: eventStoreUrl,
    VAULT_KEY: vaultKey,
  }
  try {
    await writeFile(file, content)
    const terminal = { environment, stdin: new PassThrough(), stdout, stderr }
    const exitCode = await sanctionsCommand.run(['evaluate', file, ...options], terminal)
    stdout.end()
    stderr.end()
    return { exitCode, stdout: await text(stdout), stderr: await text(stderr) }
  } finally {
    await removeFolder(folder)
  }
}

test('pairs of one’s own are measured at every threshold, the worst misses named', async () => {
  const { exitCode, stdout } = await evaluated(PAIRS, '--threshold', '0.7', '0.9')
  expect(exitCode).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    pairs: 3,
    thresholds: [
      { threshold: 0.7, precision: 1, recall: 0.5, f1: expect.closeTo(0.667, 3) },
      { threshold: 0.9, precision: 1, recall: 0.5, f1: expect.closeTo(0.667, 3) },
    ],
    worst: [{ sought: 'Ahmet Yılmaz', listed: 'Bambaşka Biri', isSame: true, score: 0 }],
    hits: [],
  })
})

test('the names are searched in a list in use at the same thresholds', async () => {
  await importList(system, 'wanted', listOf({ id: 'w1', name: 'Ahmet Can Yılmaz' }))
  const { stdout } = await evaluated(PAIRS, '--list', 'wanted')
  expect(JSON.parse(stdout)).toMatchObject({
    hits: [
      { list: 'wanted', threshold: 0.8, names: 1, found: 1 },
      { list: 'wanted', threshold: 0.9, names: 1, found: 0 },
    ],
  })
})

test.each([
  ['sought,listed\na,b\n', 'line 1: needs the columns sought, listed, same\n'],
  ['sought,listed,same\na,b,perhaps\n', 'line 2: same: is neither yes nor no\n'],
  ['sought,listed,same\n,b,no\n', 'line 2: lacks a name\n'],
  ['sought,listed,same\n', 'line 1: has no pairs\n'],
])('a file that cannot be read is refused with its line: %j', async (content, told) => {
  expect(await evaluated(content)).toEqual({ exitCode: 1, stdout: '', stderr: told })
})

test('a threshold outside its range is wrong usage', async () => {
  await expect(evaluated(PAIRS, '--threshold', '0.5')).rejects.toThrow(WrongUsage)
})
