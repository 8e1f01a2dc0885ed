import { type LogPlace, type StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { FeedOptions, Run } from './feed-options.ts'
import { publicationsOf, streamPrefixes } from './public-events/publish.ts'
import type { Term } from './sending/term.ts'
import { inTransactions, type Piece } from './sending/transactions.ts'

const MAX_BATCH = 1_000

/** However idle, so often a position is committed: that says that this feed is at work. */
const COMMIT_AT_LEAST_EVERY_MS = 5_000

interface Publishing extends Run {
  readonly term: Term
  readonly from: LogPlace
}

/** Follows the log into Kafka until told to stop; throws as soon as anything cannot be committed. */
export async function publish(options: FeedOptions, publishing: Publishing): Promise<void> {
  const { eventStore } = options
  const { from, stop } = publishing
  const committer = committerOf(options, publishing)
  const subscription = eventStore.subscribe({
    name: 'kafka-feed',
    after: from,
    streamPrefixes,
    maxBatch: MAX_BATCH,
    handle: committer.handle,
  })
  const stopped = Promise.withResolvers<undefined>()
  const tellStopped = () => stopped.resolve(undefined)
  stop.addEventListener('abort', tellStopped)
  const ticking = setInterval(committer.sayThatWeAreHere, 1_000)
  try {
    await Promise.race([subscription.ended, committer.failed, stopped.promise])
  } finally {
    clearInterval(ticking)
    stop.removeEventListener('abort', tellStopped)
    await subscription.close()
    await committer.idle()
  }
}

/**
 * One transaction after the other; while one is under way the next batch is made ready. Positions
 * move on in turn, too: none is ever committed behind a later one.
 */
function committerOf({ vault, metrics }: FeedOptions, { term, from, board }: Publishing) {
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  let taken = from
  let committed = from
  let committedAt = Date.now()
  let last: Promise<void> = Promise.resolve()

  /** After a failure nothing more is sent: what was in that turn would be missing. */
  function inTurn(work: () => Promise<void>) {
    last = last.then(work)
    last.catch((error: unknown) => failed.reject(error))
  }

  async function commit({ messages, publications, upTo }: Piece) {
    const stopTimer = metrics.transactionStarts()
    await term.commit(messages, upTo)
    stopTimer()
    committed = upTo
    committedAt = Date.now()
    metrics.committed(publications)
    board.publishing(upTo.position)
  }

  async function handle(events: readonly StoredEvent[], upTo: LogPlace) {
    if (upTo.position <= taken.position) return
    const fresh = events.filter(({ position }) => position > taken.position)
    const publications = await publicationsOf(vault, fresh)
    // As long as there was no event, there is nothing to be found again by: the place stays the start.
    const reached = upTo.lastEvent === undefined ? taken : upTo
    const pieces = publications.length === 0 ? [] : [...inTransactions(publications, reached)]
    taken = reached
    await last
    inTurn(async () => {
      for (const piece of pieces) await commit(piece)
      // Of what does not concern the feed the position moves on, too; it is committed now and then.
      committed = reached
      board.publishing(upTo.position)
    })
  }

  function sayThatWeAreHere() {
    if (Date.now() - committedAt < COMMIT_AT_LEAST_EVERY_MS) return
    committedAt = Date.now()
    inTurn(() => commit({ messages: [], publications: [], upTo: committed }))
  }

  return {
    handle,
    sayThatWeAreHere,
    failed: failed.promise,
    idle: () => last.catch(() => undefined),
  }
}
