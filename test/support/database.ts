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
  await asAdministrator(`drop database if exists ${new URL(url).pathname.slice(1)} with (force)`)
}

const newName = () => `test_${randomBytes(6).toString('hex')}`

function addressOf(name: string): string {
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return url.href
}

const asAdministrator = (...statements: readonly string[]) =>
  execute(inject('postgresUrl'), ...statements)
