import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isFilled, markAsFilled } from '#stack/compile-cache/filled.ts'

test('only a cache that this Node has filled, as this user in this folder, is used', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sarraf-compiled-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  expect(isFilled(folder)).toBe(false)
  expect(isFilled(join(folder, 'absent'))).toBe(false)

  markAsFilled(folder)
  expect(isFilled(folder)).toBe(true)

  await writeFile(join(folder, 'filled'), `v20.0.0 ${process.arch} 0 /somewhere/else`)
  expect(isFilled(folder)).toBe(false)
})
