import { type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#stack/free-port.ts'
import { kafkaLibraries } from '#stack/kafka/distribution.ts'
import { type EmbeddedKafka, spawnKafka } from '#stack/kafka/embedded-kafka.ts'
import type { KafkaPlace } from '#stack/kafka/server-properties.ts'
import { startKafkaContainer } from '#test/support/containers/kafka.ts'
import { newFolder, removeFolder } from '#test/support/folders.ts'
import { testParts } from '#test/support/parts/test-parts.ts'

const LISTENS_WITHIN_MS = 120_000

export interface Broker {
  readonly address: string
  /** The folder with Kafka's libraries, for its Java clients. */
  readonly libraries: string
  readonly start: () => Promise<void>
  readonly end: (signal: NodeJS.Signals) => Promise<void>
  /** Stops it in the middle of its work: its connections stay, and nothing answers. */
  readonly freeze: () => Promise<void>
  readonly thaw: () => Promise<void>
  readonly close: () => Promise<void>
}

/** A real broker with data of its own, which can be killed and started again. */
export async function startBroker(): Promise<Broker> {
  const libraries = await kafkaLibraries()
  return testParts.kind === 'embedded'
    ? startEmbedded(libraries)
    : { ...(await startKafkaContainer(testParts.images.kafka)), libraries }
}

type Peculiarities = Pick<EmbeddedKafka, 'properties' | 'formatArguments'>

/** A broker on the embedded parts, with the properties that its place leads to. */
export async function startEmbedded(
  libraries: string,
  peculiarities: (place: KafkaPlace) => Promise<Peculiarities> = async () => ({}),
): Promise<Broker> {
  const folder = await newFolder('kafka')
  const ports = { port: await freePort(), controllerPort: await freePort() }
  const place = { folder, ...ports, libraries, ...(await peculiarities({ folder, ...ports })) }
  let process: ChildProcess
  const start = async () => {
    process = await spawnKafka(place)
    await untilItListens(process, place.port)
  }
  const end = async (signal: NodeJS.Signals) => {
    if (process.exitCode !== null || process.signalCode !== null) return
    const exited = once(process, 'exit')
    process.kill(signal)
    await exited
  }
  await start()
  return {
    address: `127.0.0.1:${place.port}`,
    libraries,
    start,
    end,
    freeze: async () => void process.kill('SIGSTOP'),
    thaw: async () => void process.kill('SIGCONT'),
    close: async () => {
      await end('SIGKILL')
      await removeFolder(folder)
    },
  }
}

async function untilItListens(broker: ChildProcess, port: number) {
  const deadline = Date.now() + LISTENS_WITHIN_MS
  while (!(await answers(port))) {
    if (broker.exitCode !== null || Date.now() > deadline) {
      throw new Error(`Kafka did not start (exit code ${broker.exitCode})`)
    }
    await pause(50)
  }
}

function answers(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1')
  socket.once('connect', () => resolve(true))
  socket.once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
