import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { type EventStoreNodeOptions, startEventStoreNode } from '#stack/event-store/node.ts'
import { freePort } from '#stack/free-port.ts'
import { sameForEachRole } from '#stack/postgres/role-urls.ts'
import { databaseForThisTest, databasesOfRoles } from './database.ts'
import { eventStoreUrl } from './event-store-url.ts'
import { LONGEST_START_MS } from './patience.ts'

const entry = fileURLToPath(import.meta.resolve('#stack/event-store/main.ts'))

/** What a test may change of a node. */
export type OtherNode = Pick<
  EventStoreNodeOptions,
  'version' | 'limits' | 'clock' | 'access' | 'members'
>

/** A node in this process, on this database. */
export async function startEmbeddedNode(databaseUrl: string, other: OtherNode = {}) {
  const node = await startEventStoreNode({
    databaseUrl,
    host: '127.0.0.1',
    port: 0,
    ...other,
  })
  return { ...node, url: eventStoreUrl(node.port) }
}

/** The same on a database of its own, until the running test ends. Its file has the tag `embedded-node`. */
export async function embeddedNodeForThisTest(other: OtherNode = {}) {
  const databaseUrl = await databaseForThisTest()
  const node = await startEmbeddedNode(databasesOfRoles(databaseUrl).eventStore, other)
  onTestFinished(node.close)
  return { ...node, databaseUrl }
}

/** A node as a process of its own, on this database, to be killed and started again. */
export async function startEmbeddedProcess(databaseUrl: string) {
  const port = await freePort()
  let running = await startProcess(port, databaseUrl)
  return {
    url: eventStoreUrl(port),
    port,
    /** The process that runs now. */
    process: () => running,
    /** Gives its exit code. */
    stop: (signal: NodeJS.Signals = 'SIGKILL') => endProcess(running, signal),
    start: async () => {
      running = await startProcess(port, databaseUrl)
    },
    freeze: async () => void running.kill('SIGSTOP'),
    thaw: async () => void running.kill('SIGCONT'),
    close: () => endProcess(running, 'SIGKILL'),
  }
}

/** The same, until the running test ends. Its file has the tag `embedded-node`. */
export async function embeddedProcessForThisTest(onOtherServer?: string) {
  const databaseUrl = onOtherServer ?? (await databaseForThisTest())
  const databases =
    onOtherServer === undefined ? databasesOfRoles(databaseUrl) : sameForEachRole(databaseUrl)
  const node = await startEmbeddedProcess(databases.eventStore)
  onTestFinished(async () => void (await node.close()))
  return { ...node, databaseUrl, databases }
}

async function startProcess(port: number, databaseUrl: string): Promise<ChildProcess> {
  const child = spawnEventStore(port, databaseUrl)
  const deadline = Date.now() + LONGEST_START_MS
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
