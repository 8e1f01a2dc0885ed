import type { SASLOptions } from 'kafkajs'
import { ConfigurationError, type ReadSetting } from '../settings/read.ts'
import { orNull } from '../settings/setting.ts'
import { settings } from '../settings/settings.ts'

/** The brokers and how to connect to them. */
export interface KafkaConnection {
  readonly brokers: readonly string[]
  readonly tls: boolean
  readonly sasl: SASLOptions | undefined
}

/** `host:port`, several separated by commas. */
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

export const kafkaConnection = (read: ReadSetting): KafkaConnection => ({
  brokers: brokersIn(read(settings.KAFKA_BROKERS)),
  tls: read(settings.KAFKA_TLS),
  sasl: saslOf(read),
})

function saslOf(read: ReadSetting): SASLOptions | undefined {
  const username = read(orNull(settings.KAFKA_USER))
  if (username === null) return undefined
  const mechanism = read(settings.KAFKA_SASL_MECHANISM)
  return { mechanism, username, password: read(settings.KAFKA_PASSWORD) }
}

/** What the feed's topics must have. One that has records keeps its partitions and replicas. */
export const kafkaTopics = (read: ReadSetting) => ({
  partitions: read(settings.KAFKA_PARTITIONS),
  replication: read(settings.KAFKA_REPLICATION),
  minInSyncReplicas: read(settings.KAFKA_MIN_INSYNC_REPLICAS),
  retentionMs: read(settings.KAFKA_RETENTION_MS),
})

export type TopicSettings = ReturnType<typeof kafkaTopics>
