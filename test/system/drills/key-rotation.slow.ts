import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { silentLogger } from '#kernel/platform/logger.ts'
import { openPool } from '#kernel/platform/postgres.ts'
import { openVault, openVaultToRead } from '#kernel/platform/vault/vault.ts'
import { databaseForThisTest, databasesOfRoles } from '#test/support/database.ts'

const PEOPLE = 2_000
/** Earlier than the command does anything, and then later and later. */
const FIRST_KILL_MS = 200
const LATER_BY = 1.25
const MOST_RUNS = 30

test('keys are rotated by a command that is killed with kill -9 again and again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sarraf-keys-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const newKeyFile = join(folder, 'new.key')
  const databaseUrl = await databaseForThisTest()
  const pool = openPool(databasesOfRoles(databaseUrl).command, {
    logger: silentLogger,
    max: 4,
    name: 'test',
  })
  onTestFinished(() => pool.end())
  const oldKey = randomBytes(32)
  const vault = await openVault(pool, oldKey)
  const owners = Array.from({ length: PEOPLE }, (_, at) => `person ${at}`)
  const made = await Promise.all(owners.map((name) => vault.keyOf(person(name))))
  const keys = new Map(made.map(({ id, key }) => [id, key.export().toString('hex')]))
  const opened = async (key: Buffer) => {
    const found = await (await openVaultToRead(pool, key)).keys(keys.keys())
    return new Map([...found].map(([id, one]) => [id, one.key.export().toString('hex')]))
  }

  const rotate = ['keys', 'rotate', `--new-key-file=${newKeyFile}`]
  expect(await killsUntilDone({ databaseUrl, key: oldKey, rotate })).toBeGreaterThan(2)
  const newKey = Buffer.from((await readFile(newKeyFile, 'utf8')).trim(), 'hex')
  expect(await opened(oldKey)).toEqual(keys)
  expect(await opened(newKey)).toEqual(keys)

  const finish = ['keys', 'finish']
  expect(await killsUntilDone({ databaseUrl, key: newKey, rotate: finish })).toBeGreaterThan(2)
  expect(await opened(newKey)).toEqual(keys)
  await expect(openVaultToRead(pool, oldKey)).rejects.toThrow('is not the key that the vault')
})

const person = (name: string) =>
  ({ companyId: 'company-1', purpose: 'fiscal', person: name }) as const

interface Command {
  readonly databaseUrl: string
  readonly key: Buffer
  readonly rotate: readonly string[]
}

/** Runs the command until it comes to its end; how often it was killed. */
async function killsUntilDone({ databaseUrl, key, rotate }: Command): Promise<number> {
  // The tests' server refuses our processes as the administrator, whom this command needs.
  const administrator = new URL(databaseUrl)
  administrator.searchParams.set('application_name', 'test')
  for (let kills = 0; kills < MOST_RUNS; kills++) {
    const child = spawn(process.execPath, ['command-service/operator/main.ts', ...rotate], {
      env: {
        ...process.env,
        DATABASE_URL: administrator.href,
        EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
        VAULT_KEY: key.toString('hex'),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    const timer = setTimeout(() => child.kill('SIGKILL'), FIRST_KILL_MS * LATER_BY ** kills)
    const [code, signal]: readonly unknown[] = await once(child, 'exit')
    clearTimeout(timer)
    // It may have been killed when it was done, and only had not said so.
    if (code === 0 || said.startsWith('No rotation is under way')) return kills
    if (signal !== 'SIGKILL') throw new Error(said)
  }
  throw new Error('it comes to no end')
}
