import type { EventStore, LogPlace, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'

/** Of each stream, the newest: an import every hour for ten years. */
const MAX_EVENTS_OF_A_STREAM = 100_000
/** Of all categories together. Where there are more, the log is followed from its beginning, a batch at a time. */
const MAX_EVENTS_OF_CATEGORIES = 20_000

interface Standing {
  /** In the order of the log. */
  readonly events: readonly StoredEvent[]
  /** There are no more of them up to here. */
  readonly upTo: LogPlace
}

type Log = Pick<EventStore, 'readStream' | 'readLogBack' | 'headOfLog'>

/** What stands in the log for a follower, found without reading the rest of it; undefined where that does not pay. */
export type ReadAtStart = (log: Log) => Promise<Standing | undefined>

/** What stands in a few whole categories of which all streams are known by name. */
export const streamsAtStart =
  (streams: readonly string[]): ReadAtStart =>
  async ({ readStream, headOfLog }) => {
    const position = await headOfLog()
    const newest = { direction: 'backwards', maxCount: MAX_EVENTS_OF_A_STREAM } as const
    const read = await Promise.all(streams.map((stream) => readStream(stream, newest)))
    const events = read.flat().toSorted((one, other) => (one.position < other.position ? -1 : 1))
    return standing(events, position)
  }

/** What stands in categories of which there are thousands of streams, among many more of others. */
export const categoriesAtStart =
  (
    streamPrefixes: readonly string[],
    logger: Logger,
    most: number = MAX_EVENTS_OF_CATEGORIES,
  ): ReadAtStart =>
  async ({ readLogBack, headOfLog }) => {
    const position = await headOfLog()
    const events: StoredEvent[] = []
    try {
      for await (const event of readLogBack({ streamPrefixes, toTheBeginning: true })) {
        if (events.push(event) > most) return undefined
      }
    } catch (error) {
      // A store that looks at every event may need longer for it than a read may take. A subscription says how far it is.
      logger.warn({ err: error, streamPrefixes }, 'the log is read from its beginning instead')
      return undefined
    }
    return standing(events.toReversed(), position)
  }

/** The end is that of whoever wrote there: a store writes statistics of its own. */
const standing = (read: readonly StoredEvent[], position: LogPlace['position']): Standing => ({
  events: read.filter((event) => event.position <= position),
  upTo: { position, lastEvent: undefined },
})
