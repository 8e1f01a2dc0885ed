import { setTimeout as pause } from 'node:timers/promises'
import { checkForErasures } from '../database/earlier-database.ts'
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
export async function runService(service: Service): Promise<void> {
  const { logger, databaseUrl, readDatabaseUrl = databaseUrl, tracing, start } = service
  const parts: Part[] = []
  const ending = new AbortController()
  const end = async (reason: string, { exitCode = 0, drainMs = 0, lastWords = '' }) => {
    if (ending.signal.aborted) return
    ending.abort()
    logger.info({ reason, drainMs }, 'closing')
    await pause(drainMs)
    const timeoutMs = service.closeTimeoutMs ?? CLOSE_TIMEOUT_MS
    const inOrder = await closeAll(parts, timeoutMs, logger)
    process.stderr.write(lastWords)
    process.exit(inOrder ? exitCode : 1)
  }
  const { drainMs = 0, destroyedKeys = null } = service
  const startFailed = async (error: unknown) => {
    const fault = settingsFault(error)
    if (fault !== undefined) {
      const lastWords = `${fault.message}\n`
      return end('start failed', { exitCode: WRONG_SETTINGS, lastWords })
    }
    if (!ending.signal.aborted) logger.fatal({ err: error }, 'start failed')
    await end('start failed', { exitCode: 1 })
  }
  process.on('SIGTERM', () => void end('SIGTERM', { drainMs }))
  process.on('SIGINT', () => void end('SIGINT', { drainMs }))
  process.once('disconnect', () => void end('the parent process has ended', {}))
  dieOnUncaughtErrors(logger)
  try {
    if (databaseUrl !== undefined) {
      await checkServer(databaseUrl)
      const { signal } = ending
      await checkForErasures({ databaseUrl, destroyedKeys, ending: signal, refused: startFailed })
    }
    if (readDatabaseUrl !== undefined && readDatabaseUrl !== databaseUrl)
      await checkServer(readDatabaseUrl, 'READ_DATABASE_URL')
    if (tracing !== undefined) parts.push({ part: 'tracing', close: await startTracing(tracing) })
    await start((part, close) => {
      parts.push({ part, close })
    }, ending.signal)
    giveBackSpareMemory()
  } catch (error) {
    await startFailed(error)
  }
}

interface Part {
  readonly part: string
  readonly close: () => unknown
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
function dieOnUncaughtErrors(logger: Logger) {
  const die = (error: unknown) => {
    logger.fatal({ err: error }, 'uncaught error')
    process.exit(1)
  }
  process.on('uncaughtException', die)
  process.on('unhandledRejection', die)
}
