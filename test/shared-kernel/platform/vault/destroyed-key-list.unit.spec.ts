import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listDestroyed, listedKeys } from '#kernel/platform/vault/destroyed-key-list.ts'

test('the list is read by processes of every user, and written by its owner', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sarraf-list-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'destroyed-keys.ndjson')
  await listDestroyed(file, ['one'])
  await listDestroyed(file, ['two'])

  expect(await listedKeys(file)).toEqual(['one', 'two'])
  expect((await stat(file)).mode & 0o777).toBe(0o644)
})
