import { Kafka, logLevel, type SASLOptions } from 'kafkajs'
import { ConfigurationError, type Settings } from './config.ts'
import type { Logger } from './logger.ts'

/** Where the brokers are, and how they want to be spoken to. */
export interface KafkaConnection {
  readonly brokers: readonly string[]
  readonly tls: boolean
  readonly sasl: SASLOptions | undefined
}

const CONNECT_TIMEOUT_MS = 3_000
const REQUEST_TIMEOUT_MS = 10_000

/** Short at first: a transaction's end takes the broker some milliseconds. At most some ten seconds. */
const retry = {
  initialRetryTime: 4,
  multiplier: 1.7,
  factor: 0.2,
  maxRetryTime: 1_000,
  retries: 18,
}

/** `host:port`, several of them separated by commas. */
function brokersIn(text: string): readonly string[] {
  const brokers = text.split(',').map((broker) => broker.trim())
  if (brokers.every(isAddress)) return brokers
  throw new ConfigurationError(
    'KAFKA_BROKERS must be host:port, several separated by commas, or embedded',
  )
}

const isAddress = (broker: string) =>
  /^(?:\[[0-9a-fA-F:]+\]|[\w.-]+):[1-9]\d{0,4}$/.test(broker) &&
  Number(broker.slice(broker.lastIndexOf(':') + 1)) < 65_536

export function kafkaConnection(settings: Settings): KafkaConnection {
  return {
    brokers: brokersIn(settings.text('KAFKA_BROKERS')),
    tls: settings.boolean('KAFKA_TLS', { default: false }),
    sasl: saslOf(settings),
  }
}

function saslOf(settings: Settings): SASLOptions | undefined {
  const username = settings.text('KAFKA_USER', { default: null })
  if (username === null) return undefined
  const mechanism = settings.oneOf(
    'KAFKA_SASL_MECHANISM',
    ['plain', 'scram-sha-256', 'scram-sha-512'],
    { default: 'scram-sha-512' },
  )
  return { mechanism, username, password: settings.text('KAFKA_PASSWORD') }
}

/** How topics are made that are not there yet; those that are there stay as they are. */
export const kafkaTopics = (settings: Settings) => ({
  partitions: settings.integer('KAFKA_PARTITIONS', { default: 6, minimum: 1, maximum: 1_000 }),
  replication: settings.integer('KAFKA_REPLICATION', { default: 1, minimum: 1, maximum: 9 }),
  minInSyncReplicas: settings.integer('KAFKA_MIN_INSYNC_REPLICAS', {
    default: 1,
    minimum: 1,
    maximum: 9,
  }),
  /** -1: for ever. */
  retentionMs: settings.integer('KAFKA_RETENTION_MS', { default: -1, minimum: -1 }),
})

export type TopicSettings = ReturnType<typeof kafkaTopics>

/** Its errors are told by whoever meets them; what the client itself says of them is detail. */
export function kafkaClient({ brokers, tls, sasl }: KafkaConnection, logger: Logger): Kafka {
  return new Kafka({
    clientId: 'sarraf',
    brokers: [...brokers],
    ssl: tls,
    ...(sasl && { sasl }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    retry,
    logLevel: logLevel.WARN,
    logCreator:
      () =>
      ({ namespace, log: { message } }) =>
        logger.debug({ namespace }, message),
  })
}
