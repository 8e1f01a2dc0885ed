import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newKeyIn } from '#operator/new-key.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

test('a key is made once, for its owner alone', async () => {
  const folder = await temporaryFolder('key')
  const file = join(folder, 'new.key')
  const key = newKeyIn(file)
  expect(key).toHaveLength(32)
  expect(newKeyIn(file)).toEqual(key)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['new.key'])
})

test('a key that could not be written whole leaves no file, and the next run makes one', async () => {
  const folder = await temporaryFolder('key')
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
