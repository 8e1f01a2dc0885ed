import { setTimeout as pause } from 'node:timers/promises'
import { checkForErasures } from '../database/earlier-database.ts'
import { checkReplica } from '../database/replica-check.ts'
import { checkServer, settingsFault } from '../database/server-check.ts'
import { WRONG_SETTINGS } from '../settings/read.ts'
import { startTracing, type Tracing } from '../tracing/tracing.ts'
import type { Logger } from './logger.ts'
import { giveBackSpareMemory } from './spare-memory.ts'

/** Registers a part to be closed at the end, in reverse order of registration. */
export type OnClose = (part: string, close: () => unknown) => void

export interface Service {
  readonly logger: Logger
  /** Absent: nothing is traced. */
  readonly tracing?: Tracing
  /** The database that must be fit for the start. */
  readonly databaseUrl?: string
  /** The list of destroyed keys; a database that does not know them all is refused. */
  readonly destroyedKeys?: string | null
  /** The same of a replica, if it is another one. */
  readonly readDatabaseUrl?: string
  /**
   * Starts all parts and registers each as soon as it is open. Called once. The signal is aborted as
   * soon as the end has begun.
   */
  readonly start: (onClose: OnClose, ending: AbortSignal) => Promise<void>
  /** How long all parts go on before they are closed, so that proxies notice that the end has begun. */
  readonly drainMs?: number
  /** The limit for closing all parts. A process that takes longer exits at once. */
  readonly closeTimeoutMs?: number
}

const CLOSE_TIMEOUT_MS = 8_000

/**
 * Runs one process. SIGTERM, SIGINT and the loss of the parent process close it in order (exit 0). A
 * failed start or an uncaught error ends it with exit 1; a start that its settings make impossible
 * ends it with one line and exit 78.
 */
export const runService = (service: Service): Promise<void> => runServices([() => service])

type Load = () => Service | Promise<Service>

/** Runs a process of several services, each started before the next is loaded. What ends it ends all of them. */
export async function runServices(loads: readonly Load[]): Promise<void> {
  const running: Running[] = []
  const ending = new AbortController()
  const end = async (reason: string, { exitCode = 0, drains = false, lastWords = '' }) => {
    if (ending.signal.aborted) return
    ending.abort()
    const inOrder = await Promise.all(running.map((one) => closeService(one, { reason, drains })))
    process.stderr.write(lastWords)
    process.exit(inOrder.every(Boolean) ? exitCode : 1)
  }
  const startFailed = async ({ logger }: Service, error: unknown) => {
    const fault = settingsFault(error)
    if (fault !== undefined) {
      const lastWords = `${fault.message}\n`
      return end('start failed', { exitCode: WRONG_SETTINGS, lastWords })
    }
    if (!ending.signal.aborted) logger.fatal({ err: error }, 'start failed')
    await end('start failed', { exitCode: 1 })
  }
  process.on('SIGTERM', () => void end('SIGTERM', { drains: true }))
  process.on('SIGINT', () => void end('SIGINT', { drains: true }))
  process.once('disconnect', () => void end('the parent process has ended', {}))
  dieOnUncaughtErrors(running)
  const started: Promise<void>[] = []
  for (const load of loads) {
    const one: Running = { service: await load(), parts: [] }
    running.push(one)
    started.push(startService(one, ending.signal, startFailed))
  }
  await Promise.all(started)
  giveBackSpareMemory()
}

interface Running {
  readonly service: Service
  /** What it has opened. */
  readonly parts: Part[]
}

async function startService(
  { service, parts }: Running,
  ending: AbortSignal,
  failed: (service: Service, error: unknown) => Promise<void>,
) {
  const { databaseUrl, readDatabaseUrl = databaseUrl, destroyedKeys = null, tracing } = service
  const refused = (error: unknown) => failed(service, error)
  try {
    if (databaseUrl !== undefined) {
      await checkServer(databaseUrl)
      await checkForErasures({ databaseUrl, destroyedKeys, ending, refused })
    }
    if (readDatabaseUrl !== undefined && readDatabaseUrl !== databaseUrl) {
      await checkServer(readDatabaseUrl, 'READ_DATABASE_URL')
      await checkReplica(databaseUrl ?? readDatabaseUrl, readDatabaseUrl)
    }
    if (tracing !== undefined) parts.push({ part: 'tracing', close: await startTracing(tracing) })
    await service.start((part, close) => {
      parts.push({ part, close })
    }, ending)
  } catch (error) {
    await refused(error)
  }
}

interface Part {
  readonly part: string
  readonly close: () => unknown
}

interface Ending {
  readonly reason: string
  readonly drains: boolean
}

/** Whether it closed in order. */
async function closeService({ service, parts }: Running, { reason, drains }: Ending) {
  const { logger, closeTimeoutMs = CLOSE_TIMEOUT_MS } = service
  const drainMs = drains ? (service.drainMs ?? 0) : 0
  logger.info({ reason, drainMs }, 'closing')
  await pause(drainMs)
  return closeAll(parts, closeTimeoutMs, logger)
}

async function closeAll(parts: readonly Part[], timeoutMs: number, logger: Logger) {
  const late = pause(timeoutMs, 'late' as const)
  const work = closeInReverse(parts, logger)
  if ((await Promise.race([work, late])) !== 'late') return true
  logger.error({ timeoutMs }, 'could not close in time')
  return false
}

async function closeInReverse(parts: readonly Part[], logger: Logger) {
  for (const { part, close } of parts.toReversed()) {
    try {
      await close()
    } catch (error) {
      logger.error({ err: error, part }, 'could not close a part')
    }
  }
}

/** After an uncaught error the state is unknown, so the process exits and its supervisor restarts it. */
function dieOnUncaughtErrors(running: readonly Running[]) {
  const die = (error: unknown) => {
    for (const { service } of running) service.logger.fatal({ err: error }, 'uncaught error')
    if (running.length === 0) process.stderr.write(`${String(error)}\n`)
    process.exit(1)
  }
  process.on('uncaughtException', die)
  process.on('unhandledRejection', die)
}
