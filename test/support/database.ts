import { randomBytes } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import { databaseGrants } from '#kernel/platform/database/grants.ts'
import type { LoginRole } from '#kernel/platform/database/roles.ts'
import { roleUrls } from '#stack/postgres/role-urls.ts'
import { execute } from './execute.ts'
import { PREPARED } from './prepared-database.ts'

/** The addresses of a database for each role; what is under test uses these. */
export type DatabasesOfRoles = Readonly<Record<LoginRole, string>>

/**
 * A new database on the run's PostgreSQL, prepared for the roles: its address as the administrator,
 * for what a test sets up or breaks. Services that sign in with it are refused.
 */
export async function freshDatabase(): Promise<string> {
  const name = newName()
  await asAdministrator(`create database ${name} template ${PREPARED}`, databaseGrants(name))
  return addressOf(name)
}

/** The same, dropped when the running test ends. */
export async function databaseForThisTest(): Promise<string> {
  const url = await freshDatabase()
  onTestFinished(() => dropDatabase(url))
  return url
}

/** The same for a service with this role. */
export const databaseOfRoleForThisTest = async (role: LoginRole): Promise<string> =>
  databasesOfRoles(await databaseForThisTest())[role]

/** An empty database without roles, where every process signs in as the owner of all. */
export async function unpreparedDatabaseForThisTest(): Promise<string> {
  const name = newName()
  await asAdministrator(`create database ${name}`)
  onTestFinished(() => dropDatabase(addressOf(name)))
  return addressOf(name)
}

/** The addresses of a database for each role, from that of the administrator. */
export const databasesOfRoles = (url: string): DatabasesOfRoles => roleUrls(url)

/** The addresses of a database for each role, from that of any of them. */
export const rolesBeside = (url: string): DatabasesOfRoles =>
  roleUrls(addressOf(new URL(url).pathname.slice(1)))

export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await asAdministrator(untilLeft(name), `drop database if exists ${name} with (force)`)
}

/** A connection that is being closed would be cut, which its driver throws at nobody; what stays open is cut. */
const untilLeft = (name: string) => `
  do $$
  begin
    for tries in 1..20 loop
      perform pg_stat_clear_snapshot();
      exit when not exists (select from pg_stat_activity where datname = '${name}');
      perform pg_sleep(0.025);
    end loop;
  end $$`

const newName = () => `test_${randomBytes(6).toString('hex')}`

function addressOf(name: string): string {
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return url.href
}

const asAdministrator = (...statements: readonly string[]) =>
  execute(inject('postgresUrl'), ...statements)
