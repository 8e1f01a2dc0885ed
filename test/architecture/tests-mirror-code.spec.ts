import { existsSync, globSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

const parts = ['command-service', 'query-service', 'projections', 'shared-kernel', 'local-stack']

/** Specs of a room, or of one file that needs several. */
const isThere = (place: string) => existsSync(place) || existsSync(`${place}.ts`)

test.each(parts)('each folder of specs of %s mirrors a folder of the code', (part) => {
  const specs = globSync(`test/${part}/**/*.{spec,slow}.ts`)
  const folders = [...new Set(specs.map((file) => dirname(file).slice('test/'.length)))]

  expect(folders.length).toBeGreaterThan(0)
  expect(folders.filter((folder) => !isThere(folder))).toEqual([])
})
