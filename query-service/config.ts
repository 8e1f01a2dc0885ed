import { logLevels, type Settings } from '#kernel/platform/config.ts'

const MAX_READ_WAIT_MS = 60_000

export type QueryConfig = ReturnType<typeof readQueryConfig>

/** The query service's settings; the names are those of the environment. */
export const readQueryConfig = (settings: Settings) => ({
  host: settings.text('HOST', { default: '127.0.0.1' }),
  port: settings.port('PORT', { default: 3002 }),
  metricsPort: settings.port('METRICS_PORT', { default: null }),
  logLevel: settings.oneOf('LOG_LEVEL', logLevels, { default: 'info' }),
  databaseUrl: settings.url('DATABASE_URL', { protocols: ['postgres:', 'postgresql:'] }),
  /** How long a read waits for the read models to reach the position that it asks for. */
  readWaitMs: settings.integer('READ_WAIT_MS', { default: 2000, maximum: MAX_READ_WAIT_MS }),
})
