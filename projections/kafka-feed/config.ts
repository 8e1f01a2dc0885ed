import { logLevels, type Settings } from '#kernel/platform/config.ts'
import { kafkaConnection, kafkaTopics } from '#kernel/platform/kafka.ts'

export const readFeedConfig = (settings: Settings) => ({
  host: settings.text('HOST', { default: '127.0.0.1' }),
  port: settings.port('PORT', { default: 3004 }),
  metricsPort: settings.port('METRICS_PORT', { default: null }),
  logLevel: settings.oneOf('LOG_LEVEL', logLevels, { default: 'info' }),
  databaseUrl: settings.url('DATABASE_URL', { protocols: ['postgres:', 'postgresql:'] }),
  eventStoreUrl: settings.url('EVENTSTORE_URL', { protocols: ['esdb:', 'esdb+discover:'] }),
  vaultKey: settings.secretHex('VAULT_KEY', 32),
  kafka: kafkaConnection(settings),
  topics: kafkaTopics(settings),
})

export type FeedConfig = ReturnType<typeof readFeedConfig>
