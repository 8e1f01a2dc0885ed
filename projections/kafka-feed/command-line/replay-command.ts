import { Option } from '@commander-js/extra-typings'
import { CommandError, command } from '#kernel/platform/cli/command.ts'
import { findSystem } from '#kernel/platform/cli/find-system.ts'
import { progressOn } from '#kernel/platform/cli/progress.ts'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { parseLogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { kafkaClient, kafkaTopics } from '#kernel/platform/kafka.ts'
import { silentLogger } from '#kernel/platform/logger.ts'
import { openPool } from '#kernel/platform/postgres.ts'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { openVault } from '#kernel/platform/vault/vault.ts'
import { topics as feedTopics } from '#projections/kafka-feed/public-events/decision.ts'
import { replay } from '../replay/replay.ts'
import { findKafka } from './find-kafka.ts'

export const replayCommand = command(
  'replay',
  (declared) =>
    declared
      .description(
        'Writes a copy of history into a new topic. After an interruption, the same command continues.',
      )
      .requiredOption('--from <start>', 'a position in the log, or a date')
      .addOption(new Option('--topic <name...>', 'only these topics').choices(feedTopics))
      .requiredOption('--to-topic <name>', 'the new topic'),
  async ({ options }, { environment, stdout, stderr }) => {
    const request = requestFrom(options)
    const { databaseUrl, eventStoreUrl, vaultKey } = findSystem(environment, 'projections')
    const logger = silentLogger
    const kafka = kafkaClient(findKafka(environment), logger)
    const pool = openPool(databaseUrl, { logger, max: 1, name: 'sarraf feed cli' })
    const progress = progressOn(stderr)
    let eventStore: EventStore | undefined
    try {
      const vault = await openVault(pool, vaultKey)
      eventStore = connectEventStore({ url: eventStoreUrl, logger, macs: vault.eventMacs })
      const replayed = await replay(
        { kafka, eventStore, vault, progress, settings: kafkaTopics(settingsFrom(environment)) },
        request,
      )
      progress.end()
      stdout.write(`${JSON.stringify(replayed)}\n`)
      return 0
    } finally {
      progress.end()
      await eventStore?.close()
      await pool.end()
    }
  },
)

interface Options {
  readonly from: string
  readonly topic?: readonly string[] | undefined
  readonly toTopic: string
}

function requestFrom({ from, topic = feedTopics, toTopic }: Options) {
  if (!/^[\w.-]{1,200}$/.test(toTopic) || feedTopics.some((name) => name === toTopic)) {
    throw new CommandError('--to-topic must be the name of a new topic.')
  }
  return { start: startOf(from), topics: topic, toTopic }
}

/** A position in the log, or the start of it and the time from which events are copied. */
function startOf(from: string) {
  if (/^\d{1,19}$/.test(from)) return { position: parseLogPosition(from), since: 0 }
  const since = Date.parse(from)
  if (/^\d{4}-\d\d-\d\d/.test(from) && !Number.isNaN(since))
    return { position: START_OF_LOG, since }
  throw new CommandError(
    '--from must be a position or a date, as in 2026-11-20 or 2026-11-20T10:00:00Z.',
  )
}
