import { execFile } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

const FOLDER = 'test/simulation/reports'

const simulated = (...flags: readonly string[]) =>
  promisify(execFile)(process.execPath, ['test/simulation/main.ts', '--workers', '1', ...flags])

test('what befell others according to their reports does no harm here', async () => {
  const plans = await readdir(FOLDER)
  const { stdout } = await simulated(...plans.flatMap((name) => ['--plan', join(FOLDER, name)]))

  expect(stdout).toMatch(new RegExp(`^${plans.length} seeds in .*; all is well$`, 'm'))
})

test('a plan that asks for what there is not is refused, with the place', async () => {
  const folder = await temporaryFolder('plan')
  const file = join(folder, 'plan.json')
  await writeFile(file, '{ "clients": [{ "wants": "a holiday" }] }')

  await expect(simulated('--plan', file)).rejects.toThrow(`${file}: /clients/0/wants`)
})
