import type {
  LogPlace,
  LogSubscription,
  StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'
import { follow } from '#kernel/platform/event-store/follow.ts'
import { withoutForged } from '#kernel/platform/recording/event-codec.ts'
import { tracedTogether } from '#kernel/platform/tracing/tracing.ts'
import type { Publication } from '#publishing/events/public-event.ts'
import { publicationsOf, streamPrefixes } from '#publishing/events/publish.ts'
import type { FeedOptions, FeedRun } from './feed-options.ts'
import type { TopicEnds } from './sending/checkpoint.ts'
import { failStopQueue } from './sending/fail-stop-queue.ts'
import { heartbeats } from './sending/heartbeats.ts'
import type { FeedTerm } from './sending/threaded-term.ts'
import { watchTopics } from './sending/topic-watch.ts'
import { inTransactions, type Piece } from './sending/transactions.ts'
import { statesOf } from './states/states.ts'

const MAX_BATCH = 1_000

/** So often the feed says how far its topics are complete; a feed standing by sees that it runs. */
const HEARTBEAT_MS = 5_000

const PUBLISHING = { name: 'publish', kind: 'PRODUCER' } as const
const traceparentIn = ({ recorded }: Publication) => recorded.metadata.traceparent

interface Publishing extends FeedRun {
  readonly term: FeedTerm
  readonly from: LogPlace
  readonly ends: TopicEnds
}

/** Publishes the log until `stop` is aborted. Throws as soon as a commit fails. */
export async function publish(options: FeedOptions, publishing: Publishing): Promise<void> {
  const { kafka, eventStore } = options
  const { board, from, stop, term } = publishing
  const committer = committerOf(options, publishing)
  const wanted: LogSubscription = {
    name: 'kafka-feed',
    after: from,
    streamPrefixes,
    mostOfTheLog: true,
    maxBatch: MAX_BATCH,
    reached: () => board.current().position ?? from.position,
    handle: committer.handle,
  }
  const watching = new AbortController()
  const watched = { ends: committer.ends, settings: options.topics }
  const watch = watchTopics(kafka, watched, AbortSignal.any([stop, watching.signal]))
  const heartbeat = setInterval(committer.heartbeat, 1_000)
  try {
    await follow(eventStore, wanted, {
      stop,
      ends: [committer.failed, watch],
      async closing(failure) {
        watching.abort()
        clearInterval(heartbeat)
        // A transaction under way would wait for what is gone.
        if (failure !== undefined) await term.close()
      },
    })
  } finally {
    await committer.idle()
  }
}

/**
 * Commits one transaction after the other and prepares the next batch meanwhile. Positions wait in
 * the same queue, so they never go backwards.
 */
export function committerOf(
  options: Parameters<typeof statesOf>[0] & Pick<FeedOptions, 'schemasUrl' | 'metrics' | 'logger'>,
  publishing: Pick<Publishing, 'term' | 'from' | 'board' | 'ends'>,
) {
  const { eventStore, vault, schemasUrl, metrics, logger } = options
  const { term, from, board, ends: before } = publishing
  const queue = failStopQueue()
  const withStates = statesOf({ eventStore, vault })
  let taken = from
  let committed = from
  let beatAt = Date.now()
  let ends = before

  async function commit({ messages, publications, upTo }: Piece) {
    const stopTimer = metrics.transactionStarts()
    const traceDone = tracedTogether(PUBLISHING, publications, traceparentIn)
    ends = await term.commit(messages, { place: upTo, ends, unfinished: [] })
    stopTimer()
    traceDone()
    committed = upTo
    metrics.committed(publications)
    board.publishing(upTo.position)
  }

  async function handle(events: readonly StoredEvent[], upTo: LogPlace) {
    if (upTo.position <= taken.position) return
    const fresh = events.filter(({ position }) => position > taken.position)
    const published = await publicationsOf(vault, withoutForged(fresh, logger))
    const publications = await withStates(published)
    // A place without an event cannot be found again in another store: stay at the start until then.
    const reached = upTo.lastEvent === undefined ? taken : upTo
    const pieces =
      publications.length === 0
        ? []
        : [...inTransactions(publications, { upTo: reached, schemasUrl })]
    taken = reached
    await queue.done()
    queue.add(async () => {
      for (const piece of pieces) await commit(piece)
      // Events that the feed does not publish move the position too; a heartbeat commits it.
      committed = reached
      board.publishing(upTo.position)
    })
  }

  function heartbeat() {
    if (Date.now() - beatAt < HEARTBEAT_MS) return
    beatAt = Date.now()
    queue.add(() =>
      commit({ messages: [heartbeats(committed)], publications: [], upTo: committed }),
    )
  }

  return {
    handle,
    heartbeat,
    /** How far the topics are filled. */
    ends: () => ends,
    failed: queue.failed,
    idle: queue.idle,
  }
}
