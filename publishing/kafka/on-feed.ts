import type { Kafka } from 'kafkajs'
import { CommandError, type Terminal } from '#kernel/platform/cli/command.ts'
import { type System, withSystem } from '#kernel/platform/cli/connections.ts'
import { findKafka, findSchemas } from '#kernel/platform/cli/find-kafka.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { type Progress, progressOn } from '#kernel/platform/cli/progress.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { kafkaClient } from '#kernel/platform/kafka/kafka.ts'
import { kafkaTopics, type TopicSettings } from '#kernel/platform/kafka/kafka-settings.ts'
import { isOfKafka, reasonOf } from '#kernel/platform/kafka/reason.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { signIn } from './sending/admin.ts'
import { TopicDamaged } from './sending/topic-check.ts'

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
  const address = findSystem(environment, 'feed')
  const connection = findKafka(environment)
  const progress = progressOn(stderr)
  const connect = ({ eventStore, vault }: System) => {
    const kafka = kafkaClient(connection, silentLogger)
    const settings = kafkaTopics(settingsFrom(environment))
    const schemasUrl = findSchemas(environment)
    return work({ kafka, eventStore, vault, settings, schemasUrl, progress }).finally(progress.end)
  }
  try {
    await signIn(connection)
    return await withSystem(address, connect, 'sarraf feed cli')
  } catch (error) {
    const isOfFeed = isOfKafka(error) || error instanceof TopicDamaged
    throw isOfFeed ? new CommandError(reasonOf(error), { cause: error }) : error
  }
}
