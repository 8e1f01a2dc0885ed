import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { wings } from './wings.ts'

test('no file but one holds the name of the schema of the read models', () => {
  const code = globSync(`{${wings.join(',')}}/**/*.ts`)
  expect(code.length).toBeGreaterThan(500)
  const naming = code.filter((file) => readFileSync(file, 'utf8').includes('read_model'))
  expect(naming).toEqual(['shared-kernel/records/read-model.ts'])
})
