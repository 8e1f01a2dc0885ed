import { randomBytes } from 'node:crypto'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import { kafkaClient } from '#kernel/platform/kafka/kafka.ts'
import { kafkaConnection } from '#kernel/platform/kafka/kafka-settings.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { openVault } from '#kernel/platform/vault/vault.ts'
import { startBroker } from '#test/publishing/kafka/broker.ts'
import { startFeedProcess } from '#test/publishing/kafka/feed-process.ts'
import { startDatabases, startNode } from '../event-store-parts.ts'

export type Parts = Awaited<ReturnType<typeof openAll>>

type OnClose = (close: () => unknown) => void

/** A log, a broker, and the feed between them, each a process of its own, for as long as the work takes. */
export async function withParts<Result>(work: (parts: Parts) => Promise<Result>): Promise<Result> {
  const closers: (() => unknown)[] = []
  try {
    return await work(await openAll((close) => void closers.push(close)))
  } finally {
    for (const close of closers.toReversed()) await close()
  }
}

async function openAll(onClose: OnClose) {
  const logger = silentLogger
  const broker = await startBroker()
  onClose(broker.close)
  const databases = await startDatabases()
  onClose(databases.close)
  const node = await startNode(await databases.database('feed'))
  onClose(node.close)
  const pool = openPool(node.databaseUrl, { logger, max: 1, name: 'bench' })
  onClose(() => pool.end())
  const vaultKey = randomBytes(32)
  const vault = await openVault(pool, vaultKey)
  const eventStore = connectEventStore({ url: node.url, logger, macs: vault.eventMacs })
  onClose(eventStore.close)
  const feed = await startFeedProcess({
    brokers: broker.address,
    databaseUrl: node.databaseUrl,
    eventStoreUrl: node.url,
    vaultKey,
  })
  onClose(() => feed.end('SIGTERM'))
  const kafka = kafkaClient(
    kafkaConnection(settingsFrom({ KAFKA_BROKERS: broker.address })),
    logger,
  )
  return { kafka, eventStore, vault, feed }
}
