import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { beforeAll, onTestFinished } from 'vitest'
import { startEventStoreNode } from '#stack/event-store/node.ts'
import { freePort } from '#stack/free-port.ts'
import { databaseForThisTest, dropDatabase, freshDatabase } from './database.ts'

const entry = fileURLToPath(import.meta.resolve('#stack/event-store/main.ts'))
const START_TIMEOUT_MS = 20_000

/** The address that the official client takes. */
export const eventStoreUrl = (port: number) => `esdb://127.0.0.1:${port}?tls=false`

/** A node on a database of its own, in this process, for all tests of the file. */
export function eventStoreNodeForThisFile(): {
  readonly url: string
  readonly databaseUrl: string
} {
  let started: { readonly url: string; readonly databaseUrl: string } | undefined
  const address = () => {
    if (started === undefined) throw new Error('the event store node starts before the first test')
    return started
  }
  beforeAll(async () => {
    const databaseUrl = await freshDatabase()
    const node = await startEventStoreNode({ databaseUrl, host: '127.0.0.1', port: 0 })
    started = { url: eventStoreUrl(node.port), databaseUrl }
    return async () => {
      await node.close()
      await dropDatabase(databaseUrl)
    }
  })
  return {
    get url() {
      return address().url
    },
    get databaseUrl() {
      return address().databaseUrl
    },
  }
}

/** A node on a database of its own, in this process, until the running test ends. */
export async function eventStoreNodeForThisTest() {
  const databaseUrl = await databaseForThisTest()
  const node = await startEventStoreNode({ databaseUrl, host: '127.0.0.1', port: 0 })
  onTestFinished(node.close)
  return { ...node, url: eventStoreUrl(node.port), databaseUrl }
}

export interface EventStoreProcess {
  readonly url: string
  readonly port: number
  readonly databaseUrl: string
  /** The process that runs now. */
  readonly process: () => ChildProcess
  /** Ends it with this signal, if it still runs, and waits until it is gone; gives its exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
  /** Starts it again on the same port and database. */
  readonly start: () => Promise<void>
}

/**
 * A node as a process of its own, to be killed and started again, until the running test ends; on a
 * database of its own unless it is given one.
 */
export async function eventStoreProcessForThisTest(
  givenDatabase?: string,
): Promise<EventStoreProcess> {
  const databaseUrl = givenDatabase ?? (await databaseForThisTest())
  const port = await freePort()
  let running = await startProcess(port, databaseUrl)
  const stop = (signal: NodeJS.Signals = 'SIGKILL') => endProcess(running, signal)
  onTestFinished(async () => {
    await stop()
  })
  return {
    url: eventStoreUrl(port),
    port,
    databaseUrl,
    process: () => running,
    stop,
    start: async () => {
      running = await startProcess(port, databaseUrl)
    },
  }
}

async function startProcess(port: number, databaseUrl: string): Promise<ChildProcess> {
  const child = spawnEventStore(port, databaseUrl)
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`the event store node did not start (exit code ${child.exitCode})`)
    }
  }
  return child
}

/** Started, not yet ready; its standard error can be read when it is piped. */
export function spawnEventStore(
  port: number,
  databaseUrl: string,
  stderr: 'inherit' | 'pipe' = 'inherit',
): ChildProcess {
  return spawn(process.execPath, [entry], {
    env: { ...process.env, PORT: String(port), DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', stderr, 'ipc'],
  })
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  return child.exitCode
}

function answers(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1')
  socket.once('connect', () => resolve(true))
  socket.once('error', () => setTimeout(resolve, 20, false))
  return promise.finally(() => socket.destroy())
}
