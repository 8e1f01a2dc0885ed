import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { longSpecs } from './long-specs.ts'

test('every long spec is there, named once, and needs more than values', () => {
  expect(longSpecs.filter((file) => !existsSync(file))).toEqual([])
  expect(longSpecs).toEqual([...new Set(longSpecs)].toSorted())
  expect(longSpecs.filter((file) => file.endsWith('.unit.spec.ts'))).toEqual([])
})
