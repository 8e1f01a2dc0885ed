import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

test('the unit specs pass where mutation testing runs them, in its copy of the repository', async () => {
  // Most specs of decisions load it, and only those that load what is changed are run.
  const only = ['--dryRunOnly', '--mutate', 'shared-kernel/domain/rejection.ts']

  const { stdout } = await run('npm', ['run', 'test:mutation', '--', ...only])

  expect(stdout).toMatch(/Initial test run succeeded\. Ran [1-9]\d{2,} tests/)
})
