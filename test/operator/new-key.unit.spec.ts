import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newKeyIn } from '#operator/new-key.ts'

function folderForThisTest() {
  const folder = mkdtempSync(join(tmpdir(), 'sarraf-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a key is made once, for its owner alone', () => {
  const folder = folderForThisTest()
  const file = join(folder, 'new.key')
  const key = newKeyIn(file)
  expect(key).toHaveLength(32)
  expect(newKeyIn(file)).toEqual(key)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['new.key'])
})

test('a key that could not be written whole leaves no file, and the next run makes one', () => {
  const folder = folderForThisTest()
  const file = join(folder, 'new.key')
  const program = `
    import { newKeyIn } from '#operator/new-key.ts'
    newKeyIn(${JSON.stringify(file)})`
  const node = [process.execPath, '--input-type=module', '--eval', program]
  // It may create files, and write nothing into them.
  const limited = spawnSync('bash', ['-c', 'ulimit -f 0; exec "$@"', 'bash', ...node])
  expect([limited.status, String(limited.stderr)]).toEqual([
    1,
    expect.stringContaining('new.key cannot be written.'),
  ])
  expect(readdirSync(folder)).toEqual([])
  expect(newKeyIn(file)).toHaveLength(32)
})
