import { Option } from '@commander-js/extra-typings'
import { command } from '#kernel/platform/cli/command.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { onFeed } from '../on-feed.ts'
import { feedTopics } from '../sending/topics.ts'
import { backfill } from './backfill.ts'

export const backfillCommand = command(
  'backfill',
  (declared) =>
    declared
      .description(
        'Writes into a topic of the feed what it lacks. The feed waits meanwhile. After an interruption, the same command continues.',
      )
      .addOption(
        new Option('--topic <name>', 'the topic').choices([...feedTopics]).makeOptionMandatory(),
      )
      .option('--key <key>', 'only the events of this key'),
  ({ options: { topic, key } }, terminal) =>
    onFeed(terminal, async (dependencies) => {
      const filled = await backfill(dependencies, { topic, key })
      dependencies.progress.end()
      terminal.stdout.write(jsonLine(filled))
      return 0
    }),
)
