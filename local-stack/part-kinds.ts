import { closeSync } from 'node:fs'
import { connect } from 'node:net'
import { prepareDatabase } from '#kernel/platform/database/prepare.ts'
import { type EmbeddedKafka, spawnKafka } from './kafka/embedded-kafka.ts'
import { databaseUrl, type EmbeddedPostgres, spawnPostgres } from './postgres/embedded-postgres.ts'
import { databaseIsThere } from './postgres/named-database.ts'
import { rolePasswords } from './postgres/role-urls.ts'
import type { StackSettings } from './settings.ts'
import type { Assignment } from './shared-process/assignment.ts'
import { logFileOf, openLog } from './supervisor/logs.ts'
import { inPlaceOfFiles, launchNode } from './supervisor/node-process.ts'
import type { Part, PartDefinition } from './supervisor/part.ts'

export type PartName =
  | 'gateway'
  | 'command'
  | 'query'
  | 'projections'
  | 'audit'
  | 'eventStore'
  | 'postgres'
  | 'sandbox'
  | 'kafka'
  | 'feed'
  | 'webhooks'
  /** The process of several of them. */
  | 'shared'

export interface StackPart extends PartDefinition<PartName> {
  /** The parts that must be ready before this one is started. */
  readonly after: readonly PartName[]
  /** The parts that share this process. */
  readonly hosts?: readonly PartName[]
}

/** The parts that run in its process. */
export const partsIn = ({ name, hosts = [name] }: StackPart): readonly PartName[] => hosts

export type Parts = ReadonlyMap<PartName, Part<PartName>>

interface NodePartOptions {
  readonly environment: Readonly<Record<string, string>>
  readonly after?: readonly PartName[]
  /** The path that returns 200 once the part is ready; without one, listening is enough. */
  readonly readyPath?: string
}

/** A Node program of ours; null if it has no port, because it is not embedded. */
export const nodePart =
  (settings: StackSettings) =>
  (
    name: PartName,
    program: string,
    port: number | null,
    { environment, after = [], readyPath }: NodePartOptions,
  ): StackPart | null =>
    port === null
      ? null
      : {
          name,
          after,
          launch: () =>
            launchNode({
              name,
              folder: settings.folder,
              program,
              environment: environmentOf(settings, port, environment),
            }),
          isReady: () => (readyPath === undefined ? listens(port) : answersWell(port, readyPath)),
          ...(readyPath !== undefined && { needsSomebody: () => saysSetBack(port, readyPath) }),
          stopSignal: 'SIGTERM',
          killSignal: 'SIGKILL',
        }

type Environment = NodePartOptions['environment']

const environmentOf = ({ logLevel }: StackSettings, port: number, environment: Environment) => ({
  HOST: '127.0.0.1',
  PORT: String(port),
  LOG_LEVEL: logLevel,
  ...environment,
})

type SharingName = Assignment['environments'][number]['name']

export interface SharingPart {
  readonly name: SharingName
  readonly port: number | null
  readonly environment: Environment
  readonly readyPath: string
}

/** One process for services that mostly wait. None of them sees the settings of another. */
export function sharedPart(settings: StackSettings, candidates: readonly SharingPart[]): StackPart {
  const { folder } = settings
  const sharing = candidates.flatMap(({ port, ...part }) =>
    port === null ? [] : [{ ...part, port }],
  )
  const environments = sharing.map(({ name, port, environment }) => ({
    name,
    environment: inPlaceOfFiles(environmentOf(settings, port, environment)),
  }))
  const assignment: Assignment = { folder, environments }
  const ofEach = (ask: (port: number, path: string) => Promise<boolean>) =>
    Promise.all(sharing.map(({ port, readyPath }) => ask(port, readyPath)))
  return {
    name: 'shared',
    hosts: sharing.map(({ name }) => name),
    after: ['postgres'],
    launch: async () => {
      const program = 'local-stack/shared-process/main.ts'
      const child = await launchNode({ name: 'shared', folder, program, environment: {} })
      child.send(assignment, () => undefined)
      return child
    },
    isReady: async () => (await ofEach(answersWell)).every(Boolean),
    needsSomebody: async () => (await ofEach(saysSetBack)).some(Boolean),
    stopSignal: 'SIGTERM',
    killSignal: 'SIGKILL',
  }
}

export const postgresPart = (
  options: EmbeddedPostgres,
  { folder, destroyedKeys }: Pick<StackSettings, 'folder' | 'destroyedKeys'>,
): StackPart => ({
  name: 'postgres',
  after: [],
  launch: async () => {
    const log = openLog(logFileOf(folder, 'postgres'))
    try {
      return await spawnPostgres({ ...options, log })
    } finally {
      closeSync(log)
    }
  },
  isReady: async () => {
    if (!(await databaseIsThere(options, 'sarraf'))) return false
    const url = databaseUrl(options, 'sarraf')
    await prepareDatabase(url, rolePasswords(options.password), { destroyedKeys })
    return true
  },
  // A fast shutdown: open transactions are rolled back, everything is flushed.
  stopSignal: 'SIGINT',
  // The server exits at once and recovers at its next start.
  killSignal: 'SIGQUIT',
})

export const kafkaPart = (options: EmbeddedKafka, folder: string): StackPart => ({
  name: 'kafka',
  after: [],
  launch: async () => {
    const log = openLog(logFileOf(folder, 'kafka'))
    try {
      return await spawnKafka({ ...options, log })
    } finally {
      closeSync(log)
    }
  },
  isReady: () => listens(options.port),
  stopSignal: 'SIGTERM',
  // Acknowledged records survive: they are in the operating system's page cache.
  killSignal: 'SIGKILL',
})

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const settle = (listening: boolean) => {
      socket.destroy()
      resolve(listening)
    }
    socket.once('connect', () => settle(true)).once('error', () => settle(false))
  })
}

/** What is older than it should be goes on when an operator has put the later one back, or given it up. */
async function saysSetBack(port: number, path: string): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    signal: AbortSignal.timeout(2_000),
  }).catch(() => undefined)
  return /\b(?:log|vault)SetBack\b/.test((await answer?.text()) ?? '')
}

/** A part that does not listen yet is not asked: a request that fails costs many times what a connection does. */
async function answersWell(port: number, path: string): Promise<boolean> {
  if (!(await listens(port))) return false
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      signal: AbortSignal.timeout(2_000),
    })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}
