import { existsSync, globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import { wings } from './wings.ts'

const nouns = globSync('command-service/*/routes.ts').map(dirname)

/** Specs of a folder, or of one file that needs several. */
const isThere = (place: string) => existsSync(place) || existsSync(`${place}.ts`)

test.each(wings)('each folder of specs of %s mirrors a folder of the code', (part) => {
  const specs = globSync(`test/${part}/**/*.{spec,long,slow}.ts`)
  const folders = [...new Set(specs.map((file) => dirname(file).slice('test/'.length)))]

  expect(folders.length).toBeGreaterThan(0)
  expect(folders.filter((folder) => !isThere(folder))).toEqual([])
})

test.each(nouns)('each unit spec of %s is named for the file that it tests first', (noun) => {
  const specs = globSync(`test/${noun}/**/*.unit.spec.ts`).map((file) => file.slice(5))
  const names = (spec: string) => {
    const files = globSync(`${dirname(spec)}/*.ts`).map((file) => basename(file, '.ts'))
    const name = basename(spec, '.unit.spec.ts')
    return files.some((file) => name === file || name.startsWith(`${file}-`))
  }
  expect(specs.filter((spec) => !names(spec))).toEqual([])
})
