import { logLevels, type Settings } from '#kernel/platform/config.ts'

const HTTP = ['http:', 'https:'] as const
const MAX_MINUTE_MS = 60_000

export type CommandConfig = ReturnType<typeof readCommandConfig>

/** The command service's settings; the names are those of the environment. */
export function readCommandConfig(settings: Settings) {
  const integratorTimeoutMs = settings.integer('INTEGRATOR_TIMEOUT_MS', {
    default: 15_000,
    minimum: 1,
    maximum: 600_000,
  })
  return {
    host: settings.text('HOST', { default: '127.0.0.1' }),
    port: settings.port('PORT', { default: 3001 }),
    metricsPort: settings.port('METRICS_PORT', { default: null }),
    logLevel: settings.oneOf('LOG_LEVEL', logLevels, { default: 'info' }),
    databaseUrl: settings.url('DATABASE_URL', { protocols: ['postgres:', 'postgresql:'] }),
    eventStoreUrl: settings.url('EVENTSTORE_URL', { protocols: ['esdb:', 'esdb+discover:'] }),
    vaultKey: settings.secretHex('VAULT_KEY', 32),
    integratorUrl: settings.url('INTEGRATOR_URL', { protocols: HTTP }),
    kmtsUrl: settings.url('KMTS_URL', { protocols: HTTP }),
    bankGatewayUrl: settings.url('BANK_GATEWAY_URL', { protocols: HTTP }),
    taxpayerRegistryUrl: settings.url('TAXPAYER_REGISTRY_URL', { protocols: HTTP }),
    integratorTimeoutMs,
    kmtsTimeoutMs: settings.integer('KMTS_TIMEOUT_MS', {
      default: 10_000,
      minimum: 1,
      maximum: 600_000,
    }),
    /** How long what the taxpayer registry said is believed; 0: it is asked for each document. */
    taxpayerCacheMs:
      1000 *
      settings.integer('TAXPAYER_CACHE_SECONDS', { default: 86_400, minimum: 0, maximum: 604_800 }),
    bankTimeoutMs: settings.integer('BANK_TIMEOUT_MS', {
      default: 30_000,
      minimum: 1,
      maximum: 600_000,
    }),
    /** How long a write waits for the read models before it answers all the same. */
    readWaitMs: settings.integer('READ_WAIT_MS', { default: 2000, maximum: MAX_MINUTE_MS }),
    smsCooldownMs:
      1000 * settings.integer('SMS_COOLDOWN_SECONDS', { default: 60, minimum: 0, maximum: 86_400 }),
    attemptDeadlineMs:
      1000 *
      settings.integer('ATTEMPT_DEADLINE_SECONDS', {
        default: 60,
        minimum: Math.floor(integratorTimeoutMs / 1000) + 1,
        maximum: 86_400,
      }),
  }
}
