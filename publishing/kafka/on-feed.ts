import type { Kafka } from 'kafkajs'
import type { Terminal } from '#kernel/platform/cli/command.ts'
import { findKafka, findSchemas } from '#kernel/platform/cli/find-kafka.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { type Progress, progressOn } from '#kernel/platform/cli/progress.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { kafkaClient } from '#kernel/platform/kafka/kafka.ts'
import { kafkaTopics, type TopicSettings } from '#kernel/platform/kafka/kafka-settings.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { refuseReturnedKeys } from '#kernel/platform/vault/returned-keys.ts'
import { openVault, type Vault } from '#kernel/platform/vault/vault.ts'
import { signIn } from './sending/admin.ts'

/** The parts of a running system that a command of the feed needs. */
export interface FeedDependencies {
  readonly kafka: Kafka
  readonly eventStore: EventStore
  readonly vault: Vault
  readonly settings: TopicSettings
  readonly schemasUrl: string
  readonly progress: Progress
}

/** Work with these dependencies; closes them afterwards. */
export async function onFeed<Result>(
  { environment, stderr }: Terminal,
  work: (dependencies: FeedDependencies) => Promise<Result>,
): Promise<Result> {
  const system = findSystem(environment, 'feed')
  const { databaseUrl, eventStoreUrl, vaultKey, destroyedKeys = null } = system
  const connection = findKafka(environment)
  const logger = silentLogger
  const pool = openPool(databaseUrl, { logger, max: 1, name: 'sarraf feed cli' })
  const progress = progressOn(stderr)
  let eventStore: EventStore | undefined
  try {
    await signIn(connection)
    const vault = await openVault(pool, vaultKey)
    await refuseReturnedKeys(pool, destroyedKeys)
    eventStore = connectEventStore({ url: eventStoreUrl, logger, macs: vault.eventMacs })
    const kafka = kafkaClient(connection, logger)
    const topics = kafkaTopics(settingsFrom(environment))
    const schemasUrl = findSchemas(environment)
    return await work({ kafka, eventStore, vault, settings: topics, schemasUrl, progress })
  } finally {
    progress.end()
    await eventStore?.close()
    await pool.end()
  }
}
