import { onTestFinished } from 'vitest'
import { startEventStoreContainers } from './containers/event-store.ts'
import {
  type DatabasesOfRoles,
  databaseForThisTest,
  databasesOfRoles,
  dropDatabase,
  freshDatabase,
} from './database.ts'
import { startEmbeddedNode, startEmbeddedProcess } from './embedded-node.ts'
import { forThisFile } from './for-this-file.ts'
import { testParts } from './parts/test-parts.ts'

/** An empty event store, and an empty database beside it for whatever the test keeps. */
export interface TestEventStore {
  readonly url: string
  /** As its administrator. */
  readonly databaseUrl: string
  readonly databases: DatabasesOfRoles
}

interface RunningEventStore {
  readonly url: string
  readonly port: number
  readonly close: () => Promise<unknown>
}

/** An event store of its own for all tests of the file. */
export function eventStoreNodeForThisFile(): TestEventStore {
  const address = forThisFile(async () => {
    const databaseUrl = await freshDatabase()
    const databases = databasesOfRoles(databaseUrl)
    const { url, close } = await startEventStore(databases.eventStore)
    const closeAll = async () => {
      await close()
      await dropDatabase(databaseUrl)
    }
    return { url, databaseUrl, databases, close: closeAll }
  })
  return {
    get url() {
      return address().url
    },
    get databaseUrl() {
      return address().databaseUrl
    },
    get databases() {
      return address().databases
    },
  }
}

/** An event store of its own until the running test ends. */
export async function eventStoreNodeForThisTest() {
  const databaseUrl = await databaseForThisTest()
  const databases = databasesOfRoles(databaseUrl)
  const { url, port, close } = await startEventStore(databases.eventStore)
  onTestFinished(async () => void (await close()))
  return { url, port, databaseUrl, databases }
}

/** For those who end it themselves. The embedded one keeps its log in the database, in its role. */
export const startEventStore = (databaseUrl: string): Promise<RunningEventStore> =>
  testParts.kind === 'embedded' ? startEmbeddedNode(databaseUrl) : startContainers(testParts)

/** An event store that a test kills, freezes and starts again. */
export interface EventStoreProcess extends TestEventStore {
  readonly port: number
  /** Ends it with this signal, SIGKILL by default, if it still runs, and waits until it is gone. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<unknown>
  /** Starts it again on the same port, with its log. */
  readonly start: () => Promise<void>
  readonly freeze: () => Promise<void>
  readonly thaw: () => Promise<void>
}

/** An event store of its own until the running test ends, to be disturbed. */
export async function eventStoreProcessForThisTest(): Promise<EventStoreProcess> {
  const databaseUrl = await databaseForThisTest()
  const databases = databasesOfRoles(databaseUrl)
  const { close, ...eventStore } =
    testParts.kind === 'embedded'
      ? await startEmbeddedProcess(databases.eventStore)
      : await startContainers(testParts)
  onTestFinished(async () => void (await close()))
  return { ...eventStore, databaseUrl, databases }
}

const startContainers = ({ images, eventStoreNodes }: typeof testParts & { kind: 'containers' }) =>
  startEventStoreContainers(images.eventStore, eventStoreNodes)
