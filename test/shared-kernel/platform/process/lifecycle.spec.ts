import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const parts = `onClose('first', () => process.stdout.write('first '))
  onClose('second', () => Promise.reject(new Error('stuck')))
  onClose('third', async () => { process.stdout.write('third ') })`

test.each(['SIGTERM', 'SIGINT'] as const)(
  'on %s the parts are closed in reverse order, even if one fails',
  async (signal) => {
    const ended = await run(`${parts}\n process.kill(process.pid, '${signal}')`)
    expect(ended).toEqual({ exitCode: 0, output: 'third first ' })
  },
)

test('before it closes its parts a service drains, and says so to them at once', async () => {
  const ended = await run(
    `ending.addEventListener('abort', () => process.stdout.write('ending '))
    setTimeout(() => process.stdout.write('still serving '), 300)
    onClose('server', () => process.stdout.write('closed'))
    process.kill(process.pid, 'SIGTERM')`,
    { drainMs: 1_000 },
  )
  expect(ended).toEqual({ exitCode: 0, output: 'ending still serving closed' })
})

test('a part that does not close in time does not keep the process alive', async () => {
  const ended = await run(`onClose('stuck', () => new Promise(() => setInterval(() => {}, 1000)))
    process.kill(process.pid, 'SIGTERM')`)
  expect(ended.exitCode).toBe(1)
})

test('a start that fails closes what it had opened', async () => {
  const ended = await run(`onClose('first', () => process.stdout.write('first '))
    throw new Error('no database')`)
  expect(ended).toEqual({ exitCode: 1, output: 'first ' })
})

test('a start that the settings make impossible ends with their exit code and one line', async () => {
  const ended = await run(`onClose('first', () => process.stdout.write('first '))
    const { ConfigurationError } = await import('#kernel/platform/settings/read.ts')
    process.stderr.write = (line) => process.stdout.write(line)
    throw new ConfigurationError('VAULT_KEY is wrong')`)
  expect(ended).toEqual({ exitCode: 78, output: 'first VAULT_KEY is wrong\n' })
})

test('an uncaught error ends the process, so that it is restarted', async () => {
  const ended = await run(`${parts}\n void Promise.reject(new Error('lost'))`)
  expect(ended).toEqual({ exitCode: 1, output: '' })
})

const another = `onClose('beside', async () => {
    await new Promise((resolve) => setTimeout(resolve, 200))
    process.stdout.write('beside ')
  })`

test('services that share a process end together, each in its order', async () => {
  const ended = await run(`${parts}\n process.kill(process.pid, 'SIGTERM')`, { beside: another })
  expect(ended).toEqual({ exitCode: 0, output: 'third first beside ' })
})

test('a start that fails closes the services that share the process', async () => {
  const ended = await run(`throw new Error('no database')`, { beside: another })
  expect(ended).toEqual({ exitCode: 1, output: 'beside ' })
})

async function run(start: string, { drainMs = 0, beside = '' } = {}) {
  const script = `
    import { runServices } from '#kernel/platform/process/lifecycle.ts'
    import { silentLogger as logger } from '#kernel/platform/process/logger.ts'
    setInterval(() => undefined, 1000)
    const limits = { logger, closeTimeoutMs: 2_000, drainMs: ${drainMs} }
    await runServices([
      () => ({ ...limits, start: async (onClose) => { ${beside} } }),
      () => ({ ...limits, start: async (onClose, ending) => { ${start} } }),
    ])`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  const [output] = await Promise.all([text(child.stdout), closed])
  return { exitCode: child.exitCode, output }
}
