import type { Registry } from 'prom-client'
import { misspelt } from '../settings/misspelt.ts'
import type { serviceSettings } from '../settings/of-services.ts'
import { type Environment, type ReadSetting, readSettingsOrExit } from '../settings/read.ts'
import { type OnClose, runService, type Service } from './lifecycle.ts'
import { createLogger, type Logger } from './logger.ts'
import { createMetrics } from './metrics.ts'

type Settings = Pick<ReturnType<typeof serviceSettings>, 'logLevel' | 'traceEndpoint'> &
  Required<Pick<Service, 'databaseUrl' | 'destroyedKeys'>> &
  Pick<Service, 'readDatabaseUrl' | 'drainMs'>

interface NamedService<Own extends Settings> extends Pick<Service, 'closeTimeoutMs'> {
  readonly readSettings: (read: ReadSetting) => Own
  readonly start: (running: RunningService<Own>) => Promise<void>
}

/** What a service is started with. */
export interface RunningService<Own> {
  readonly settings: Own
  readonly logger: Logger
  readonly registry: Registry
  readonly onClose: OnClose
  /** Aborted as soon as the end has begun. */
  readonly ending?: AbortSignal | undefined
}

/** What a service finds where it runs. */
export interface Surroundings {
  readonly environment: Environment
  /** The file descriptor of its log. */
  readonly output: number
}

export const ownProcess: Surroundings = { environment: process.env, output: 1 }

/** Runs a service with the settings of this process. */
export const runServiceNamed = <Own extends Settings>(
  name: string,
  named: NamedService<Own>,
): Promise<void> => runService(serviceNamed(name, named, ownProcess))

/** A service whose logs, traces and metrics carry its name. */
export function serviceNamed<Own extends Settings>(
  name: string,
  { readSettings, start, ...limits }: NamedService<Own>,
  { environment, output }: Surroundings,
): Service {
  const settings = readSettingsOrExit(readSettings, environment)
  const { logLevel, traceEndpoint, databaseUrl, destroyedKeys } = settings
  const { readDatabaseUrl = databaseUrl, drainMs = 0 } = settings
  const logger = createLogger({ name, level: logLevel, output })
  for (const line of misspelt(environment)) logger.warn(line)
  const registry = createMetrics(name)
  return {
    ...limits,
    logger,
    tracing: { service: name, endpoint: traceEndpoint },
    databaseUrl,
    destroyedKeys,
    readDatabaseUrl,
    drainMs,
    start: (onClose, ending) => start({ settings, logger, registry, onClose, ending }),
  }
}
