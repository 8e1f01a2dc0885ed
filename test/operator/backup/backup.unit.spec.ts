import { createSecretKey, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { wrap } from '#kernel/platform/vault/wrapping.ts'
import { answersUpTo } from '#operator/backup/kept-answers.ts'
import { inPartialFolder } from '#operator/backup/partial-folder.ts'

test('an answer that tells of an event behind the saved log is left out, and its command is kept', async () => {
  const key = createSecretKey(randomBytes(32))
  const row = (name: string, headers: object | undefined) => ({
    company_id: 'c1',
    key: name,
    command_id: `command of ${name}`,
    status: 201,
    sealed_answer: `\\x${wrap(key, name, Buffer.from(JSON.stringify({ data: {}, headers }))).toString('hex')}`,
  })
  const rows = [
    row('before', { 'x-event-position': '99' }),
    row('at', { 'x-event-position': '100' }),
    row('behind', { 'x-event-position': '101' }),
    row('without', undefined),
    { ...row('running', undefined), status: null, sealed_answer: null },
  ]
  const vault = { keyOf: () => Promise.resolve({ id: 'k', key }) }

  const kept = await Array.fromAsync(answersUpTo(vault, 100n, lines(rows)))

  const [before, at, behind, ...others] = rows
  expect(kept.map((line): unknown => JSON.parse(line))).toEqual([
    before,
    at,
    { ...behind, status: null, sealed_answer: null },
    ...others,
  ])
})

test('a backup has its name only when it is complete, and an interrupted one starts again', async () => {
  const folder = join(await folderForThisTest(), 'backup')
  const interrupted = inPartialFolder(folder, async (partial) => {
    await writeFile(join(partial, 'log.ndjson.gz'), 'half')
    throw new Error('killed')
  })
  await expect(interrupted).rejects.toThrow('killed')
  await expect(readdir(folder)).rejects.toThrow('ENOENT')

  await inPartialFolder(folder, async (partial) => {
    expect(await readdir(partial)).toEqual([])
    await writeFile(join(partial, 'manifest.json'), 'whole')
  })

  expect(await readdir(folder)).toEqual(['manifest.json'])
  await expect(inPartialFolder(folder, () => Promise.resolve())).rejects.toThrow('is not empty')
})

test('a folder that holds something else is left alone', async () => {
  const folder = join(await folderForThisTest(), 'backup')
  await mkdir(`${folder}.partial`)
  await writeFile(join(`${folder}.partial`, 'accounts.xls'), '')
  await expect(inPartialFolder(folder, () => Promise.resolve())).rejects.toThrow(
    'holds something else than an interrupted backup',
  )
})

async function* lines(rows: readonly object[]) {
  for (const row of rows) yield JSON.stringify(row)
}

async function folderForThisTest() {
  const folder = await mkdtemp(join(tmpdir(), 'sarraf-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
