import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '#kernel/contract/endpoints.ts'
import { electronicDealer } from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { pythonTools } from './python-tools.ts'

// Schemathesis tries wrong secrets, too; a flood of them is what other tests are about. It also asks for what is to be
// shown only after positions that never come.
const system = systemForThisFile({
  READ_WAIT_MS: '500',
  SIGN_IN_ATTEMPTS_PER_USER: '0',
  SIGN_IN_ATTEMPTS_PER_ADDRESS: '0',
})

/** How Schemathesis ended on the whole API, and what it printed. */
async function fuzzed(...args: readonly string[]) {
  const { env, program } = await pythonTools()
  const folder = await temporaryFolder('fuzz')
  const config = join(import.meta.dirname, 'tools/schemathesis.toml')
  const all = ['--config-file', config, 'run', `${system.baseUrl}/v1/openapi.json`, ...args]
  const ended = Promise.withResolvers<{ readonly exitCode: number | null; readonly said: string }>()
  const options = { env, cwd: folder, maxBuffer: 100_000_000 }
  const running = execFile(program('schemathesis'), all, options, (_error, stdout, stderr) => {
    ended.resolve({ exitCode: running.exitCode, said: stdout + stderr })
  })
  return ended.promise
}

/** Two minutes; longer where the processor is shared. */
const timeout = 600_000

test('each request that the document permits or forbids gets the response that it states', {
  timeout,
}, async () => {
  const { credentials } = await electronicDealer(system, {
    company: { kmtsEnabled: true },
    invoice: { active: true, serial: 'KUF', integrator: 'sandbox' },
  })
  const auth = `${credentials.apiUserId}:${credentials.secretKey}`
  const { exitCode, said } = await fuzzed('--auth', auth, '--no-color')

  const all = endpoints.length
  expect(said).toContain(`${all} selected / ${all} total`)
  expect(said).toMatch(new RegExp(`Tested: +${all}\n`))
  expect(exitCode, said).toBe(0)
})
