import { logLevels, type Settings } from '#kernel/platform/config.ts'

export type AuditPageConfig = ReturnType<typeof readAuditPageConfig>

export const readAuditPageConfig = (settings: Settings) => ({
  host: settings.text('HOST', { default: '127.0.0.1' }),
  port: settings.port('PORT', { default: 3004 }),
  metricsPort: settings.port('METRICS_PORT', { default: null }),
  logLevel: settings.oneOf('LOG_LEVEL', logLevels, { default: 'info' }),
  databaseUrl: settings.url('DATABASE_URL', { protocols: ['postgres:', 'postgresql:'] }),
  eventStoreUrl: settings.url('EVENTSTORE_URL', { protocols: ['esdb:', 'esdb+discover:'] }),
  vaultKey: settings.secretHex('VAULT_KEY', 32),
})
