import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#stack/free-port.ts'
import { claimFolder } from '#stack/supervisor/only-one.ts'

test.each([
  ['PORT', '80a', 'PORT must be an integer from 1 to 65535'],
  ['DATABASE_URL_FILE', '/nowhere', 'DATABASE_URL_FILE names a file that cannot be read (ENOENT)'],
  ['DATABASE_URL', 'mysql://db', 'DATABASE_URL must be a URL that starts with postgres://'],
  ['EVENTSTORE_URL', 'http://db:2113', 'EVENTSTORE_URL must be a URL that starts with esdb://'],
  [
    'EVENTSTORE_URL',
    'esdb://sarraf:secret-word@db:2113?tls=true&tlsVerifyCert=false',
    'EVENTSTORE_URL has the option tlsVerifyCert, which has no effect: name the authority',
  ],
  [
    'EVENTSTORE_URL',
    'esdb://sarraf:secret-word@db:2113?tlsCAFile=/nowhere/ca.crt',
    'EVENTSTORE_URL has the option tlsCAFile, whose file /nowhere/ca.crt cannot be read (ENOENT)',
  ],
  ['DEMO', 'yes', 'DEMO must be true or false'],
  ['KMTS_URL', 'kmts', 'KMTS_URL must be a URL that starts with http://'],
  ['BANK_TIMEOUT_MS', '0', 'BANK_TIMEOUT_MS must be an integer from 1 to 600000'],
  ['ATTEMPT_DEADLINE_SECONDS', '15', 'ATTEMPT_DEADLINE_SECONDS must be longer than INTEGRATOR'],
  ['KAFKA_BROKERS', 'kafka', 'KAFKA_BROKERS must be host:port'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of trace, debug'],
])('a start with a wrong %s stops at once', async (name, value, line) => {
  const start = await startWith({ [name]: value })
  expect(start).toMatchObject({ exitCode: 78, output: '' })
  expect(start.errors).toContain(line)
  expect(start.errors).not.toContain('secret-word')
  expect(start.errors.trim()).not.toContain('\n')
})

test('a start on a port that is taken names PORT', async () => {
  const somebody = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void somebody.close())
  await once(somebody, 'listening')
  const address = somebody.address()
  const port = typeof address === 'object' ? String(address?.port) : ''

  const start = await startWith({ PORT: port })

  expect(start.exitCode).toBe(1)
  expect(start.errors).toBe(`PORT ${port} cannot be used: another process listens there\n`)
})

test('a second start on the same folder is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sarraf-stack-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  expect(await claimFolder(folder)).toBe(true)

  const start = await startWith({ DATA_DIR: folder, PORT: String(await freePort()) })

  expect(start.exitCode).toBe(1)
  expect(start.errors).toBe(`DATA_DIR is in use: another system runs on ${folder}\n`)
})

async function startWith(environment: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'sarraf-stack-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const child = spawn(process.execPath, ['local-stack/main.ts'], {
    env: { DATA_DIR: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGTERM'))
  const closed = once(child, 'close')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { exitCode: child.exitCode, output, errors }
}
