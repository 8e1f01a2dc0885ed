import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isFilled, markAsFilled } from '#stack/compile-cache/filled.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

test('only a cache that this Node has filled, as this user in this folder, is used', async () => {
  const folder = await temporaryFolder('compiled')
  expect(isFilled(folder)).toBe(false)
  expect(isFilled(join(folder, 'absent'))).toBe(false)

  markAsFilled(folder)
  expect(isFilled(folder)).toBe(true)

  await writeFile(join(folder, 'filled'), `v20.0.0 ${process.arch} 0 /somewhere/else`)
  expect(isFilled(folder)).toBe(false)
})
