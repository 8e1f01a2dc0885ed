import type { Finding } from '#kernel/platform/checks/finding.ts'
import { CommandError, command } from '#kernel/platform/cli/command.ts'
import { feedStatus } from '#kernel/platform/cli/feed-status.ts'
import { findKafka } from '#kernel/platform/cli/find-kafka.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { kafkaTopics } from '#kernel/platform/kafka/kafka-settings.ts'
import { settingsFrom } from '#kernel/platform/settings/read.ts'
import { topicFindings } from './findings.ts'

export const statusCommand = command(
  'status',
  (declared) =>
    declared.description(
      'Prints where the brokers are, how far the feed is, and what does not fit of its topics (JSON).',
    ),
  async (_, { environment, stdout }) => {
    const connection = findKafka(environment)
    const status = await feedStatus(environment)
    if (status === undefined) {
      throw new CommandError(
        'There is no feed: start a system with KAFKA_BROKERS, or set FEED_URL.',
      )
    }
    const topics: Finding[] = []
    for await (const one of topicFindings(connection, kafkaTopics(settingsFrom(environment)))) {
      if (one.verdict !== 'ok') topics.push(one)
    }
    stdout.write(jsonLine({ ...status, brokers: connection.brokers.join(), topics }))
    return 0
  },
)
