import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listDestroyed, listedKeys } from '#kernel/platform/vault/destroyed-key-list.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

test('the list is read by processes of every user, and written by its owner', async () => {
  const folder = await temporaryFolder('list')
  const file = join(folder, 'destroyed-keys.ndjson')
  await listDestroyed(file, ['one'])
  await listDestroyed(file, ['two'])

  expect(await listedKeys(file)).toEqual(['one', 'two'])
  expect((await stat(file)).mode & 0o777).toBe(0o644)
})
