import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const FOLDER = 'test/simulation/reports'

const simulated = (...flags: readonly string[]) =>
  promisify(execFile)(process.execPath, ['test/simulation/main.ts', '--workers', '1', ...flags])

test('what befell others according to their reports does no harm here', async () => {
  const plans = await readdir(FOLDER)
  const { stdout } = await simulated(...plans.flatMap((name) => ['--plan', join(FOLDER, name)]))

  expect(stdout).toMatch(new RegExp(`^${plans.length} seeds in .*; all is well$`, 'm'))
})

test('a plan that asks for what there is not is refused, with the place', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sarraf-plan-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'plan.json')
  await writeFile(file, '{ "clients": [{ "wants": "a holiday" }] }')

  await expect(simulated('--plan', file)).rejects.toThrow(`${file}: /clients/0/wants`)
})
