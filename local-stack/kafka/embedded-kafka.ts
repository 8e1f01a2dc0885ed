import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { endWithThisProcess } from '#stack/supervisor/end-with-us.ts'
import { type KafkaPlace, serverProperties } from './server-properties.ts'

const run = promisify(execFile)
const LEFTOVER_TIMEOUT_MS = 10_000

export interface EmbeddedKafka extends KafkaPlace {
  /** The folder with Kafka's libraries. */
  readonly libraries: string
  /** Further arguments for the first format of the data folder, such as `--add-scram=…`. */
  readonly formatArguments?: readonly string[]
  /** File descriptor for the broker's own log. */
  readonly log?: number
}

/** Bounded memory; its own log contains only warnings and errors. */
const javaOptions = [
  '-Xms128m',
  '-Xmx512m',
  '-XX:+UseSerialGC',
  // Halves the start time; afterwards the broker mostly waits for I/O.
  '-XX:TieredStopAtLevel=1',
  '-Djava.awt.headless=true',
  '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
  '-Dorg.slf4j.simpleLogger.showDateTime=true',
]

/** Starts a real Apache Kafka as a process of its own; resolves as soon as the process runs. */
export async function spawnKafka(options: EmbeddedKafka): Promise<ChildProcess> {
  const { folder, libraries, log } = options
  await mkdir(folder, { recursive: true })
  await stopLeftover(folder)
  const properties = join(folder, 'server.properties')
  await writeFile(properties, serverProperties(options))
  await format(options, properties)
  const broker = spawn(
    'java',
    [...javaOptions, ...classPath(libraries), 'kafka.Kafka', properties],
    {
      cwd: folder,
      detached: true,
      stdio: ['ignore', log ?? 'ignore', log ?? 'ignore'],
    },
  )
  await once(broker, 'spawn')
  endWithThisProcess(broker)
  await writeFile(pidFile(folder), String(broker.pid))
  return broker
}

const classPath = (libraries: string) => ['-classpath', join(libraries, '*')]

/** Formats under another name first, so that an interrupted first start leaves nothing half-done. */
async function format(options: EmbeddedKafka, properties: string) {
  const { folder, libraries, formatArguments = [] } = options
  const data = join(folder, 'data')
  if (existsSync(data)) return
  const half = join(folder, 'new')
  await rm(half, { recursive: true, force: true })
  const temporary = `${properties}.new`
  await writeFile(temporary, serverProperties({ ...options, folder: half }))
  const clusterId = randomBytes(16).toString('base64url')
  const tool = [...classPath(libraries), 'kafka.tools.StorageTool', 'format']
  const given = [`--cluster-id=${clusterId}`, '--config', temporary, ...formatArguments]
  await run('java', ['-Xmx128m', ...tool, ...given])
  await rename(join(half, 'data'), data)
  await rm(half, { recursive: true, force: true })
  await rm(temporary, { force: true })
}

const pidFile = (folder: string) => join(folder, 'kafka.pid')

/** A killed start may have left its broker running, which keeps the data locked. */
async function stopLeftover(folder: string) {
  const pid = await readFile(pidFile(folder), 'utf8').then(Number, () => undefined)
  if (pid === undefined || !(await isKafkaOn(pid, folder))) return
  process.kill(pid, 'SIGTERM')
  const deadline = Date.now() + LEFTOVER_TIMEOUT_MS
  while (await isKafkaOn(pid, folder)) {
    if (Date.now() > deadline) process.kill(pid, 'SIGKILL')
    await pause(50)
  }
}

const isKafkaOn = (pid: number, folder: string) =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').then(
    (commandLine) => commandLine.split('\0').includes(join(folder, 'server.properties')),
    () => false,
  )
