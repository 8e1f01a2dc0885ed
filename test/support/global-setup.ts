import { randomBytes } from 'node:crypto'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort } from '#stack/free-port.ts'
import { databaseUrl, startPostgres, stopPostgres } from '#stack/postgres/embedded-postgres.ts'
import { newFolder, removeFolder } from '#test/support/folders.ts'
import { requireImages } from './containers/engine.ts'
import { startPostgresContainer } from './containers/postgres.ts'
import { announcement } from './parts/announce.ts'
import { leftOutTags } from './parts/left-out.ts'
import { testParts } from './parts/test-parts.ts'
import { makePreparedDatabase } from './prepared-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    readonly postgresUrl: string
    /** For what the run's programs share: `compiled.ts`. */
    readonly compiledFolder: string
  }
}

const SETTINGS = ['fsync=off', 'max_connections=300', 'shared_buffers=256MB']

/** One real PostgreSQL for the whole run; each test file makes databases of its own in it. */
export default async function setup(project: TestProject) {
  const { testFiles } = await project.globTestFiles()
  process.stdout.write(await announcement(testParts, leftOutTags(testParts), testFiles))
  const compiled = await newFolder('compiled')
  project.provide('compiledFolder', compiled)
  const postgres = await startTestPostgres()
  await makePreparedDatabase(postgres.url)
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    // Programs that end now still write there.
    await rm(compiled, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

async function startTestPostgres() {
  if (testParts.kind === 'embedded') return startEmbedded()
  const { eventStore, postgres } = testParts.images
  await requireImages(eventStore, postgres)
  return startPostgresContainer(postgres, SETTINGS)
}

async function startEmbedded() {
  const folder = await newFolder('test')
  await chmod(folder, 0o755)
  const options = {
    folder: join(folder, 'postgres'),
    port: await freePort(),
    password: randomBytes(16).toString('hex'),
    settings: SETTINGS,
  }
  const server = await startPostgres(options)
  return {
    url: databaseUrl(options),
    stop: async () => {
      await stopPostgres(server)
      await removeFolder(folder)
    },
  }
}
