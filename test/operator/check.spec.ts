import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Parse } from 'typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#stack/free-port.ts'
import { execute } from '#test/support/execute.ts'
import { isTrouble } from '#test/support/of-the-moment.ts'
import { systemForThisFile } from '#test/support/operator.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { operator, variablesOf } from './command-line.ts'

const system = systemForThisFile()

const Report = Type.Object({
  ok: Type.Boolean(),
  findings: Type.Array(
    Type.Object({
      subject: Type.String(),
      verdict: Type.String(),
      found: Type.String(),
      cure: Type.Optional(Type.String()),
    }),
  ),
})

/** The faults and warnings of the object on the last line. */
async function checked(environment: Readonly<Record<string, string>>) {
  const { stdout, stderr, exitCode } = await operator(['check', '--json'], environment)
  const { ok, findings } = Parse(Report, JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? ''))
  expect([exitCode, stderr]).toEqual([ok ? 0 : 1, ''])
  return {
    stdout,
    found: findings.map(({ subject, found }) => `${subject}: ${found}`),
    trouble: findings
      .filter(isTrouble)
      .map(({ verdict, subject, found, cure = '' }) => [verdict, subject, `${found}. ${cure}`]),
  }
}

test('each thing that was looked at is a line, and the tests’ own PostgreSQL is found out', async () => {
  const { trouble, found } = await checked(variablesOf(system()))
  expect(trouble).toEqual([
    ['fault', 'DATABASE_URL durability', expect.stringMatching(/^fsync is off: /)],
  ])
  expect(found).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^DATABASE_URL: PostgreSQL 1\d/),
      expect.stringMatching(/^DATABASE_URL connections: \d+ of \d+ are left$/),
      expect.stringMatching(/^version of the server: 24\.10\.4$/),
      expect.stringMatching(/^right to write: /),
      expect.stringMatching(/^clock of the server: agrees/),
    ]),
  )
})

test('what does not work is a fault with its cure, and no password is printed', async () => {
  const port = await freePort()
  const { trouble, stdout } = await checked({
    ...variablesOf(system()),
    DATABASE_URL: `postgres://dealer:hunter2@127.0.0.1:${port}/sarraf`,
    EVENTSTORE_URL: `esdb://sarraf:hunter2@127.0.0.1:${port}?tls=false`,
    KMTS_URL: `http://127.0.0.1:${port}`,
    KAFKA_BROKERS: `127.0.0.1:${port}`,
    NOTARY_WITNESS: '/nowhere/witness.ndjson',
    SIGN_IN_KEY_FILE: '/nowhere/key',
  })
  expect(trouble).toEqual([
    ['fault', 'SIGN_IN_KEY_FILE', expect.stringContaining('cannot be read (ENOENT)')],
    ['fault', 'DATABASE_URL', 'the database does not answer. start it, or correct the address'],
    ['fault', `node 127.0.0.1:${port}`, expect.stringContaining('no server answers')],
    ['fault', 'KAFKA_BROKERS', expect.stringContaining('ECONNREFUSED')],
    ['fault', 'KMTS_URL', expect.stringContaining('no answer (ECONNREFUSED)')],
    ['fault', 'NOTARY_WITNESS', expect.stringContaining('cannot be written (ENOENT)')],
  ])
  expect(stdout).not.toContain('hunter2')
})

test('a wrong password, a read-only database and an open file of a secret are told apart', async () => {
  const { administratorUrl } = system()
  const folder = await temporaryFolder('check')
  const file = join(folder, 'key')
  await writeFile(file, `${'a'.repeat(64)}\n`, { mode: 0o644 })
  const wrong = new URL(variablesOf(system()).DATABASE_URL)
  wrong.password = 'wrong'
  const environment = { ...variablesOf(system()), SIGN_IN_KEY_FILE: file }
  const first = await checked({ ...environment, DATABASE_URL: wrong.href })
  expect(first.trouble).toEqual([
    ['warning', 'SIGN_IN_KEY_FILE', expect.stringContaining('chmod 600')],
    ['fault', 'DATABASE_URL', expect.stringContaining('check role, password and pg_hba.conf')],
  ])
  const set = (to: string) =>
    `do $$ begin execute format('alter database %I ${to}', current_database()); end $$`
  await execute(administratorUrl, set('set default_transaction_read_only = on'))
  onTestFinished(() =>
    execute(
      administratorUrl,
      'set default_transaction_read_only = off',
      set('reset default_transaction_read_only'),
    ),
  )
  const second = await checked(environment)
  expect(second.trouble).toContainEqual([
    'fault',
    'DATABASE_URL',
    expect.stringContaining('default_transaction_read_only is on'),
  ])
})

test('a command without a connection left says so in one line, and ends', async () => {
  const { administratorUrl } = system()
  const limit = (most: number) =>
    execute(
      administratorUrl,
      `do $$ begin execute format('alter database %I connection limit ${most}', current_database()); end $$`,
    )
  await limit(0)
  onTestFinished(() => limit(-1))
  expect(await operator(['stuck'], variablesOf(system()))).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: 'DATABASE_URL: the database has no connection left (docs/postgresql.md)\n',
  })
})

test('without a system the settings are the finding, and a wrong option is wrong usage', async () => {
  const { trouble } = await checked({ DATA_DIR: '/nowhere' })
  expect(trouble).toEqual([['fault', 'settings', expect.stringContaining('No running system')]])
  expect((await operator(['check', '--all'], {})).exitCode).toBe(2)
})
