import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { prepareDatabase } from '#kernel/platform/database/prepare.ts'
import type { LoginRole } from '#kernel/platform/database/roles.ts'
import { rolePasswords, roleUrls } from '#stack/postgres/role-urls.ts'

/** The address of a new, empty database on the run's PostgreSQL. */
export async function freshDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdministrator(`create database ${name}`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return url.href
}

/** The address of a database for each role, once it has been prepared for them. */
export async function databasesOfRoles(url: string): Promise<Record<LoginRole, string>> {
  await prepareDatabase(url, rolePasswords(new URL(url).password))
  return roleUrls(url)
}

/** The same, dropped when the running test ends. */
export async function databaseForThisTest(): Promise<string> {
  const url = await freshDatabase()
  onTestFinished(() => dropDatabase(url))
  return url
}

export async function dropDatabase(url: string): Promise<void> {
  await asAdministrator(`drop database if exists ${new URL(url).pathname.slice(1)} with (force)`)
}

async function asAdministrator(statement: string) {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(statement)
  await client.end()
}
