import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { claimFolder } from '#kernel/platform/files/claim-folder.ts'
import { freePort } from '#stack/free-port.ts'
import { compiled } from '#test/support/compiled.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

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
  [
    'COMMAND_URL',
    'http://command',
    'COMMAND_URL has no effect on npm start: it runs that part itself',
  ],
  ['AUDIT_URL', 'http://audit', 'AUDIT_URL has no effect on npm start: it runs that part itself'],
  ['EVENTSTORE_TOKEN', 'mine', 'EVENTSTORE_TOKEN has no effect on npm start'],
  ['HOST', '0.0.0.0', 'HOST has no effect on npm start: it listens on 127.0.0.1 alone'],
  ['VAULT_KEY', 'ab', 'VAULT_KEY must be 64 hexadecimal digits'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of trace, debug'],
])('a start with a wrong %s stops at once', async (name, value, line) => {
  const start = await startWith({ [name]: value })
  expect(start).toMatchObject({ exitCode: 78, output: '' })
  expect(start.errors).toContain(line)
  expect(start.errors).not.toContain('secret-word')
  expect(start.errors.trim()).not.toContain('\n')
})

test.each([
  ['VAULT_KEY', 'vault.key'],
  ['VAULT_KEY_FILE', 'vault.key'],
  ['SIGN_IN_KEY', 'sign-in.key'],
  ['NOTARY_KEY', 'notary.key'],
])('a start with another %s than the folder has stops at once', async (name, file) => {
  const folder = await temporaryFolder('stack')
  await writeFile(join(folder, file), 'a'.repeat(64))
  const other = join(folder, 'other')
  await writeFile(other, 'b'.repeat(64))

  const given = name.endsWith('_FILE') ? other : 'b'.repeat(64)
  const start = await startWith({ DATA_DIR: folder, [name]: given })

  const setting = name.replace('_FILE', '')
  const line = `${setting} is not the key of ${join(folder, file)}, with which the data was written\n`
  expect(start).toEqual({ exitCode: 78, output: '', errors: line })
})

test('a start names what is no setting, and nearly called like one', async () => {
  const { errors } = await startWith({ DATABASE_UR: 'postgres://secret-word', PORT: '80a' })

  expect(errors).toContain('DATABASE_UR is no setting, and changes nothing: DATABASE_URL is\n')
  expect(errors).not.toContain('secret-word')
})

test('a start beside a database that is not there says why its parts end', async () => {
  const closed = await freePort()
  const folder = await temporaryFolder('stack')
  const address = `postgres://sarraf:secret-word@127.0.0.1:${closed}/sarraf`
  const { exitCode, output } = await startWith({ DATA_DIR: folder, DATABASE_URL: address })

  expect(exitCode).toBe(1)
  expect(output).toContain(
    `projections exited (exit code 1): connect ECONNREFUSED 127.0.0.1:${closed}; restarting it`,
  )
  expect(output).not.toContain('secret-word')
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
  const folder = await temporaryFolder('stack')
  expect(await claimFolder(folder)).toBeDefined()

  const start = await startWith({ DATA_DIR: folder, PORT: String(await freePort()) })

  expect(start.exitCode).toBe(1)
  expect(start.errors).toBe(`DATA_DIR is in use: another system runs on ${folder}\n`)
})

async function startWith(environment: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder('stack')
  const child = spawn(process.execPath, ['local-stack/main.ts'], {
    env: { ...compiled(), DATA_DIR: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGTERM'))
  const closed = once(child, 'close')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { exitCode: child.exitCode, output, errors }
}
