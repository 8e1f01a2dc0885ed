import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { connectSession } from '#kernel/platform/database/session.ts'
import { claimFolder } from '#kernel/platform/files/claim-folder.ts'
import type { ReadSetting } from '#kernel/platform/settings/read.ts'
import { orNull } from '#kernel/platform/settings/setting.ts'
import { settings } from '#kernel/platform/settings/settings.ts'
import { postgresSettings } from '../../addresses.ts'
import { freePort } from '../../free-port.ts'
import { databaseUrl, startPostgres, stopPostgres } from '../../postgres/embedded-postgres.ts'
import { keptSecret } from '../../supervisor/kept-secret.ts'
import { leftoversHaveEnded } from '../../supervisor/leftovers.ts'

type Work<Result> = (databaseUrl: string) => Promise<Result>

/** Does work on the database of a stopped system, embedded or at DATABASE_URL. */
export async function withStoppedDatabase<Result>(
  read: ReadSetting,
  work: Work<Result>,
): Promise<Result> {
  const given = read(orNull(settings.DATABASE_URL))
  if (given === null) return withEmbeddedDatabase(read, work)
  const folder = resolve(read(settings.DATA_DIR))
  if (existsSync(folder)) await claimStopped(folder)
  await refuseInUse(given)
  return work(given)
}

/** Starts the embedded database of a stopped system for the duration of the work. */
async function withEmbeddedDatabase<Result>(
  read: ReadSetting,
  work: Work<Result>,
): Promise<Result> {
  const folder = resolve(read(settings.DATA_DIR))
  const passwordFile = join(folder, 'postgres.password')
  if (!existsSync(passwordFile)) {
    throw new CommandError(`DATA_DIR: ${folder} holds no database of a system`)
  }
  await claimStopped(folder)
  const postgres = {
    folder: join(folder, 'postgres'),
    port: await freePort(),
    password: keptSecret(passwordFile, 24),
    settings: postgresSettings,
  }
  const server = await startPostgres(postgres)
  try {
    return await work(databaseUrl(postgres, 'sarraf'))
  } finally {
    await stopPostgres(server)
  }
}

/** Claims the folder, so that no system starts on it until this process ends. */
export async function claimStopped(folder: string): Promise<void> {
  if (!(await claimFolder(folder))) {
    throw new CommandError(`A system is running on ${folder}: stop it first.`)
  }
  await leftoversHaveEnded(folder)
}

/** Throws if a part of a system, on any machine, is connected to the database. */
export async function refuseInUse(database: string): Promise<void> {
  const client = new pg.Client({ connectionString: database, application_name: 'move of the log' })
  await connectSession(client).catch(({ message }: Error) => {
    throw new CommandError(`DATABASE_URL: the database does not answer (${message})`)
  })
  try {
    const { rows } = await client.query<{ name: string }>(
      `select distinct application_name as name from pg_stat_activity
       where datname = current_database() and application_name like 'sarraf%' order by name`,
    )
    if (rows.length === 0) return
    const names = rows.map(({ name }) => name).join(', ')
    throw new CommandError(`A system is running on this database (${names}): stop it first.`)
  } finally {
    await client.end()
  }
}
