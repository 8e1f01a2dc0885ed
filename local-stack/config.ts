import { resolve } from 'node:path'
import { ConfigurationError, logLevels, type Settings } from '#kernel/platform/config.ts'
import { kafkaConnection, kafkaTopics } from '#kernel/platform/kafka.ts'

export type StackConfig = ReturnType<typeof readStackConfig>

const http = { protocols: ['http:', 'https:'], default: null } as const

/** The settings of `npm start`, validated completely, so that a wrong value stops the start at once. */
export function readStackConfig(settings: Settings) {
  return { ...stackSettings(settings), limits: commandLimits(settings) }
}

const stackSettings = (settings: Settings) => ({
  port: settings.port('PORT', { default: 8080 }),
  metricsPort: settings.port('METRICS_PORT', { default: null }),
  folder: resolve(settings.text('DATA_DIR', { default: '.data' })),
  databaseUrl: settings.url('DATABASE_URL', {
    protocols: ['postgres:', 'postgresql:'],
    default: null,
  }),
  eventStoreUrl: settings.url('EVENTSTORE_URL', {
    protocols: ['esdb:', 'esdb+discover:'],
    default: null,
  }),
  kafka: kafkaOf(settings),
  demo: settings.boolean('DEMO', { default: true }),
  providers: {
    INTEGRATOR_URL: settings.url('INTEGRATOR_URL', http),
    KMTS_URL: settings.url('KMTS_URL', http),
    BANK_GATEWAY_URL: settings.url('BANK_GATEWAY_URL', http),
    TAXPAYER_REGISTRY_URL: settings.url('TAXPAYER_REGISTRY_URL', http),
  },
  logLevel: settings.oneOf('LOG_LEVEL', logLevels, { default: 'info' }),
})

function commandLimits(settings: Settings) {
  const milliseconds = (name: string, fallback: number) =>
    settings.integer(name, { default: fallback, minimum: 1, maximum: 600_000 })
  const seconds = (name: string, fallback: number) =>
    settings.integer(name, { default: fallback, minimum: 0, maximum: 86_400 })
  const limits = {
    INTEGRATOR_TIMEOUT_MS: milliseconds('INTEGRATOR_TIMEOUT_MS', 15_000),
    KMTS_TIMEOUT_MS: milliseconds('KMTS_TIMEOUT_MS', 10_000),
    BANK_TIMEOUT_MS: milliseconds('BANK_TIMEOUT_MS', 30_000),
    SMS_COOLDOWN_SECONDS: seconds('SMS_COOLDOWN_SECONDS', 60),
    ATTEMPT_DEADLINE_SECONDS: seconds('ATTEMPT_DEADLINE_SECONDS', 60),
    TAXPAYER_CACHE_SECONDS: seconds('TAXPAYER_CACHE_SECONDS', 86_400),
  }
  if (limits.ATTEMPT_DEADLINE_SECONDS * 1_000 > limits.INTEGRATOR_TIMEOUT_MS) return limits
  throw new ConfigurationError('ATTEMPT_DEADLINE_SECONDS must be longer than INTEGRATOR_TIMEOUT_MS')
}

/** Null: no feed. `embedded`: on a broker of our own. Else the brokers' addresses. */
function kafkaOf(settings: Settings): string | null {
  const given = settings.text('KAFKA_BROKERS', { default: null })
  if (given === null) return null
  kafkaTopics(settings)
  return given === 'embedded' ? given : kafkaConnection(settings).brokers.join(',')
}
