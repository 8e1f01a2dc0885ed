import { logLevels, type Settings } from '#kernel/platform/config.ts'

export const readConfig = (settings: Settings) => ({
  host: settings.text('HOST', { default: '127.0.0.1' }),
  port: settings.port('PORT', { default: 3003 }),
  metricsPort: settings.port('METRICS_PORT', { default: null }),
  logLevel: settings.oneOf('LOG_LEVEL', logLevels, { default: 'info' }),
  databaseUrl: settings.url('DATABASE_URL', { protocols: ['postgres:', 'postgresql:'] }),
  eventStoreUrl: settings.url('EVENTSTORE_URL', { protocols: ['esdb:', 'esdb+discover:'] }),
  vaultKey: settings.secretHex('VAULT_KEY', 32),
  /** Seed of the Ed25519 key that the notary signs with; without one nothing is signed. */
  notaryKey: settings.secretHexOrNull('NOTARY_KEY', 32),
  notaryIntervalSeconds: settings.integer('NOTARY_INTERVAL_SECONDS', {
    default: 60,
    minimum: 1,
    maximum: 86_400,
  }),
})

export type Config = ReturnType<typeof readConfig>
