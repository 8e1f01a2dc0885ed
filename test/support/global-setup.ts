import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort } from '#stack/free-port.ts'
import { databaseUrl, startPostgres, stopPostgres } from '#stack/postgres/embedded-postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    readonly postgresUrl: string
  }
}

/** One real PostgreSQL for the whole run; each test file makes databases of its own in it. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'sarraf-test-'))
  await chmod(folder, 0o755)
  const options = {
    folder: join(folder, 'postgres'),
    port: await freePort(),
    password: randomBytes(16).toString('hex'),
    settings: ['fsync=off', 'max_connections=300', 'shared_buffers=256MB'],
  }
  const server = await startPostgres(options)
  project.provide('postgresUrl', databaseUrl(options))
  return async () => {
    await stopPostgres(server)
    await rm(folder, { recursive: true, force: true })
  }
}
