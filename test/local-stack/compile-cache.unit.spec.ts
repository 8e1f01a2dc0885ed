import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleLibraries } from '#stack/compile-cache/bundle.ts'
import { indexIn, isFilled, markAsFilled } from '#stack/compile-cache/filled.ts'
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

test('what stands in the place of a library offers all that the library does', async () => {
  const folder = await temporaryFolder('libraries')

  await bundleLibraries(folder)

  const index: Record<string, string> = JSON.parse(await readFile(indexIn(folder), 'utf8'))
  expect(Object.keys(index)).toContain('typebox/compile')
  for (const [module, file] of Object.entries(index)) {
    const [bundle, library] = [await import(file), await import(module)]
    expect(Object.keys(bundle).toSorted(), module).toEqual(Object.keys(library).toSorted())
  }
})
