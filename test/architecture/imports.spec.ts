import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { promisify } from 'node:util'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { isInstalled, wings } from './wings.ts'

const { entry: programs } = Value.Parse(
  Type.Object({ entry: Type.Array(Type.String()) }),
  JSON.parse(readFileSync('knip.json', 'utf8')),
)

// Vitest gives a CommonJS package every name that is asked of it; Node gives only those that it finds.
test('Node itself takes every import of every module', async () => {
  const modules = globSync(`{${wings.join(',')}}/**/*.ts`).filter(
    (path) =>
      !isInstalled(path) &&
      !/(?:\.d|-thread)\.ts$/.test(path) &&
      !programs.some((program) => matchesGlob(path, program)),
  )
  expect(modules.length).toBeGreaterThan(1_000)
  const imports = modules.map((path) => `await import('./${path}')`).join('\n')
  const importing = promisify(execFile)(process.execPath, ['--input-type=module', '-e', imports])
  await expect(importing).resolves.toMatchObject({ stderr: '' })
})
