// @module-tag embedded-node

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startEventStoreNode } from '#stack/event-store/node.ts'
import { freePort } from '#stack/free-port.ts'
import { databaseUrl, startPostgres, stopPostgres } from '#stack/postgres/embedded-postgres.ts'
import { keptSecret } from '#stack/supervisor/kept-secret.ts'
import { eventStoreUrl } from '#test/support/event-store-url.ts'
import { all, clientOf, drafted, newStream } from '../official-client.ts'

const program = fileURLToPath(import.meta.resolve('#stack/event-store/copy/main.ts'))

test('the log of a stopped system is served alone, by one at a time', async () => {
  const folder = await stoppedSystem()
  const port = await freePort()
  const serving = serve({ DATA_DIR: folder, PORT: String(port) })
  const [line] = serving.stdout === null ? [] : await once(serving.stdout, 'data')
  const url = String(line).trim()
  expect(url).toMatch(/^esdb:\/\/127\.0\.0\.1:\d+\?tls=false&connectionName=[0-9a-f]{48}$/)
  expect(await all(clientOf(url).readAll())).toHaveLength(1)
  await expect(all(clientOf(eventStoreUrl(port)).readAll())).rejects.toThrow(
    'wrong connection-name',
  )
  expect(await refusalOf({ DATA_DIR: folder, PORT: String(await freePort()) })).toBe(
    `A system is running on ${folder}: stop it first.\n`,
  )
  const exited = once(serving, 'exit')
  serving.kill('SIGINT')
  expect(await exited).toEqual([0, null])
  expect(await refusalOf({ DATA_DIR: tmpdir() })).toBe(
    `DATA_DIR: ${tmpdir()} holds no database of a system\n`,
  )
})

function serve(environment: Readonly<Record<string, string>>): ChildProcess {
  const env = { ...process.env, ...environment }
  const child = spawn(process.execPath, [program, 'serve'], { env, stdio: 'pipe' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function refusalOf(environment: Readonly<Record<string, string>>): Promise<string> {
  const { stderr } = serve(environment)
  return stderr === null ? '' : text(stderr)
}

/** The folder of one, with a log of one event. */
async function stoppedSystem(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'event-store-serve-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const postgres = {
    folder: join(folder, 'postgres'),
    port: await freePort(),
    password: keptSecret(join(folder, 'postgres.password'), 24),
  }
  const server = await startPostgres(postgres)
  const administrator = new Client({ connectionString: databaseUrl(postgres) })
  await administrator.connect()
  await administrator.query('create database sarraf')
  await administrator.end()
  const database = databaseUrl(postgres, 'sarraf')
  const node = await startEventStoreNode({ databaseUrl: database, host: '127.0.0.1', port: 0 })
  await clientOf(eventStoreUrl(node.port)).appendToStream(newStream(), drafted())
  await node.close()
  await stopPostgres(server)
  return folder
}
