import { CommandError, command } from '#kernel/platform/cli/command.ts'
import { feedStatus } from '#kernel/platform/cli/feed-status.ts'
import { findKafka } from '#kernel/platform/cli/find-kafka.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'

export const statusCommand = command(
  'status',
  (declared) =>
    declared.description('Prints where the brokers are, and how far the feed is (JSON).'),
  async (_, { environment, stdout }) => {
    const { brokers } = findKafka(environment)
    const status = await feedStatus(environment)
    if (status === undefined) {
      throw new CommandError(
        'There is no feed: start a system with KAFKA_BROKERS, or set FEED_URL.',
      )
    }
    stdout.write(jsonLine({ ...status, brokers: brokers.join() }))
    return 0
  },
)
