import { Client } from 'pg'
import { databaseUrl, type EmbeddedPostgres } from './embedded-postgres.ts'

/** Whether the server answers; creates the database if it is missing. */
export async function databaseIsThere(server: EmbeddedPostgres, name: string): Promise<boolean> {
  const client = new Client({
    connectionString: databaseUrl(server),
    connectionTimeoutMillis: 2_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const found = await client.query('select from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
