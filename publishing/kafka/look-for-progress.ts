import { type LogPosition, START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { afterEachRest } from '#kernel/platform/waiting/every.ts'
import { answerWithin } from '#kernel/platform/waiting/timing.ts'
import { streamPrefixes } from '#publishing/events/publish.ts'
import type { FeedOptions, FeedRun } from './feed-options.ts'
import { LOOK_EVERY_MS } from './status.ts'

type Log = Pick<FeedOptions['eventStore'], 'headOfLog' | 'readLogBack'>

/** The log alone says whether there is something to publish; while it does not answer, nobody knows. */
export const lookForProgress = (
  { eventStore }: Pick<FeedOptions, 'eventStore'>,
  { board, stop }: FeedRun,
): Promise<void> =>
  afterEachRest(LOOK_EVERY_MS, stop, async () => {
    const after = board.current().position ?? START_OF_LOG
    const asked = answerWithin(LOOK_EVERY_MS, hasMore(eventStore, after))
    const isBehind = await asked.catch(() => undefined)
    if (isBehind !== undefined) board.look(isBehind)
  })

/** Behind the position there may be nothing but events that no consumer sees. */
async function hasMore({ headOfLog, readLogBack }: Log, after: LogPosition): Promise<boolean> {
  if ((await headOfLog()) <= after) return false
  for await (const { position } of readLogBack({ streamPrefixes })) return position > after
  return false
}
