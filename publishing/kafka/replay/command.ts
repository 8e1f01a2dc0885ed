import { Option } from '@commander-js/extra-typings'
import { microsecondsIn, millisecondsIn } from '#kernel/domain/moment.ts'
import { CommandError, command } from '#kernel/platform/cli/command.ts'
import { jsonLine } from '#kernel/platform/cli/json-line.ts'
import { START_OF_LOG, wantedPosition } from '#kernel/platform/event-store/log-position.ts'
import { topics as feedTopics } from '#publishing/events/decision.ts'
import { onFeed } from '../on-feed.ts'
import { replay } from './replay.ts'

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
  async ({ options }, terminal) => {
    const request = requestFrom(options)
    return onFeed(terminal, async (dependencies) => {
      const replayed = await replay(dependencies, request)
      dependencies.progress.end()
      if (replayed.alreadyThere) {
        terminal.stderr.write(`Already there: ${replayed.topic} has everything.\n`)
      }
      terminal.stdout.write(jsonLine(replayed))
      return 0
    })
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
  if (/^\d{1,19}$/.test(from)) return { position: wantedPosition(from), since: 0 }
  const since = microsecondsIn(from)
  if (since !== undefined) return { position: START_OF_LOG, since: millisecondsIn(since) }
  throw new CommandError(
    '--from must be a position, a day (2026-11-20) or a moment with its time zone (2026-11-20T10:00:00Z).',
  )
}
