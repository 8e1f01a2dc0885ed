import type { Kafka } from 'kafkajs'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import type { KafkaConnection, TopicSettings } from '#kernel/platform/kafka/kafka-settings.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import type { FeedMetrics } from './metrics.ts'
import type { FeedStatusBoard } from './status.ts'

export interface FeedOptions {
  /** For topics and for reading positions. The client that sends has a thread of its own. */
  readonly kafka: Kafka
  readonly connection: KafkaConnection
  readonly topics: TopicSettings
  readonly eventStore: EventStore
  readonly vault: Pick<Vault, 'keyOf' | 'pseudonym'>
  /** Where consumers find the schemas. */
  readonly schemasUrl: string
  /** Undefined: the schemas are registered nowhere. */
  readonly schemaRegistryUrl: string | undefined
  readonly logger: Logger
  readonly metrics: FeedMetrics
}

export interface FeedRun {
  readonly board: FeedStatusBoard
  readonly stop: AbortSignal
}
