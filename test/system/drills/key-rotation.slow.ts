import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { openVault, openVaultToRead } from '#kernel/platform/vault/vault.ts'
import { databaseForThisTest, databasesOfRoles } from '#test/support/database.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { killsUntilDone } from './kills-until-done.ts'
import { operator } from './operator-process.ts'

const PEOPLE = 2_000

test('keys are rotated by a command that is killed with kill -9 again and again', async () => {
  const folder = await temporaryFolder('keys')
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

  // The tests' server refuses our processes as the administrator, whom these commands need.
  const administrator = new URL(databaseUrl)
  administrator.searchParams.set('application_name', 'test')
  const variables = (key: Buffer) => ({
    DATABASE_URL: administrator.href,
    EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
    VAULT_KEY: key.toString('hex'),
  })
  const rotate = ['keys', 'rotate', `--new-key-file=${newKeyFile}`]
  expect(await killsUntilDone(rotate, variables(oldKey))).toBeGreaterThan(2)
  const newKey = Buffer.from((await readFile(newKeyFile, 'utf8')).trim(), 'hex')
  expect(await opened(oldKey)).toEqual(keys)
  expect(await opened(newKey)).toEqual(keys)

  const finish = ['keys', 'finish']
  expect(await killsUntilDone(finish, variables(newKey))).toBeGreaterThan(2)
  // Whoever did not see that it was done runs it again.
  expect(await operator(finish, variables(newKey))).toMatchObject({ exitCode: 0 })
  expect(await opened(newKey)).toEqual(keys)
  await expect(openVaultToRead(pool, oldKey)).rejects.toThrow('is not the key that the vault')
})

const person = (name: string) =>
  ({ companyId: 'company-1', purpose: 'fiscal', person: name }) as const
