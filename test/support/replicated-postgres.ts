import { type ChildProcess, execFile } from 'node:child_process'
import { appendFile, chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { prepareDatabase } from '#kernel/platform/database/prepare.ts'
import { freePort } from '#stack/free-port.ts'
import { databaseUrl, startPostgres, stopPostgres } from '#stack/postgres/embedded-postgres.ts'
import { rolePasswords } from '#stack/postgres/role-urls.ts'
import { newFolder, removeFolder } from '#test/support/folders.ts'

const run = promisify(execFile)
const PASSWORD = 'test'
const SETTINGS = ['fsync=off', 'max_connections=100', 'hot_standby_feedback=on']

/** A PostgreSQL, prepared for the roles, and a replica that follows it, until the running test ends. */
export async function replicatedPostgres() {
  const around = await newFolder('replica')
  await chmod(around, 0o755)
  const serverIn = async (folder: string) => ({
    folder: join(around, folder),
    port: await freePort(),
    password: PASSWORD,
    settings: SETTINGS,
  })
  const primary = await serverIn('primary')
  const replica = await serverIn('replica')
  const servers: ChildProcess[] = []
  onTestFinished(async () => {
    for (const server of servers.toReversed()) await stopPostgres(server)
    await removeFolder(around)
  })
  const first = await startPostgres(primary)
  await prepareDatabase(databaseUrl(primary), rolePasswords(PASSWORD))
  await stopPostgres(first)
  await run('cp', ['--archive', primary.folder, replica.folder])
  await follow(replica.folder, primary.port)
  const running = await startPostgres(primary)
  servers.push(running, await startPostgres(replica))
  return {
    primary: databaseUrl(primary),
    replica: databaseUrl(replica),
    stopPrimary: () => stopPostgres(running),
  }
}

async function follow(folder: string, port: number) {
  const source = `host=127.0.0.1 port=${port} user=postgres password=${PASSWORD}`
  await appendFile(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  await writeFile(join(folder, 'standby.signal'), '')
}
