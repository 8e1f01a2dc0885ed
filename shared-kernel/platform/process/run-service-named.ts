import type { serviceSettings } from '../settings/of-services.ts'
import { type ReadSetting, readSettingsOrExit } from '../settings/read.ts'
import { type OnClose, runService, type Service } from './lifecycle.ts'
import { createLogger, type Logger } from './logger.ts'

type Settings = Pick<ReturnType<typeof serviceSettings>, 'logLevel' | 'traceEndpoint'> &
  Required<Pick<Service, 'databaseUrl' | 'destroyedKeys'>> &
  Pick<Service, 'readDatabaseUrl' | 'drainMs'>

interface NamedService<Own extends Settings> extends Pick<Service, 'closeTimeoutMs'> {
  readonly readSettings: (read: ReadSetting) => Own
  readonly start: (running: Running<Own>) => Promise<void>
}

interface Running<Own> {
  readonly settings: Own
  readonly logger: Logger
  readonly onClose: OnClose
  /** Aborted as soon as the end has begun. */
  readonly ending: AbortSignal
}

/** Runs a service with the settings of this process; logs and traces carry its name. */
export async function runServiceNamed<Own extends Settings>(
  name: string,
  { readSettings, start, ...limits }: NamedService<Own>,
): Promise<void> {
  const settings = readSettingsOrExit(readSettings)
  const { logLevel, traceEndpoint, databaseUrl, destroyedKeys } = settings
  const { readDatabaseUrl = databaseUrl, drainMs = 0 } = settings
  const logger = createLogger({ name, level: logLevel })
  await runService({
    ...limits,
    logger,
    tracing: { service: name, endpoint: traceEndpoint },
    databaseUrl,
    destroyedKeys,
    readDatabaseUrl,
    drainMs,
    start: (onClose, ending) => start({ settings, logger, onClose, ending }),
  })
}
