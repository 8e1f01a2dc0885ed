import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type {
  EventStore,
  StoredEvent,
  Subscription,
} from '#kernel/platform/event-store/event-store.ts'
import { pause, pauseMs } from '#kernel/platform/event-store/waiting.ts'
import type { Logger } from '#kernel/platform/logger.ts'
import { recall } from '#kernel/platform/recording.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { decoderOf, streamPrefixes } from './families.ts'
import { evolve, noReferences } from './fold.ts'
import { publishPosition } from './followers.ts'
import { type ReferenceData, readReferences } from './reference-data.ts'

const NAME = 'reference-data'
const MAX_BATCH = 2_000
const LONGEST_PAUSE_MS = 5_000

interface Sources {
  readonly eventStore: EventStore
  readonly vault: Vault
  readonly pool: pg.Pool
  readonly logger: Logger
}

export interface FollowedReferenceData {
  readonly data: ReferenceData
  /** Resolves when all that stood in the log at the start is folded; rejects when closed before. */
  readonly caughtUp: Promise<void>
  readonly close: () => Promise<void>
}

/** Follows the log and keeps in memory what commands need to know about companies. */
export function followReferenceData(sources: Sources): FollowedReferenceData {
  const { eventStore, vault, pool, logger } = sources
  const references = noReferences()
  const caughtUp = Promise.withResolvers<void>()
  const closing = new AbortController()
  let head: bigint | undefined
  let position = 0n
  let subscription: Subscription | undefined

  const tellIfCaughtUp = () => {
    if (head !== undefined && position >= head) caughtUp.resolve()
  }

  async function handle(events: readonly StoredEvent[], upTo: bigint) {
    const recorded = await recall(vault, decoderOf, latestRecords(events))
    recorded.reduce(evolve, references)
    position = upTo
    tellIfCaughtUp()
  }

  async function followUntilClosed() {
    const wanted = { name: NAME, streamPrefixes, maxBatch: MAX_BATCH, handle }
    for (let failures = 0; !closing.signal.aborted; failures++) {
      const after = position
      try {
        subscription = eventStore.subscribe({ ...wanted, after })
        await subscription.ended
        return
      } catch (error) {
        if (position > after) failures = 0
        logger.error({ err: error, position: `${position}` }, 'reference data: starting again')
      }
      await pause(pauseMs(failures, LONGEST_PAUSE_MS), closing.signal)
    }
  }

  async function findHead() {
    for (let failures = 0; head === undefined && !closing.signal.aborted; failures++) {
      head = await eventStore.headOfLog().catch(() => undefined)
      if (head === undefined) await pause(pauseMs(failures), closing.signal)
    }
    tellIfCaughtUp()
  }

  const work = Promise.all([followUntilClosed(), findHead()])
  const name = `${NAME}/${randomUUID()}`
  const publication = publishPosition({ pool, logger, name, position: () => position })
  caughtUp.promise.catch(() => undefined)

  return {
    data: readReferences(references),
    caughtUp: caughtUp.promise,
    close: async () => {
      closing.abort()
      caughtUp.reject(new Error('the reference data were closed before they had caught up'))
      await subscription?.close()
      await work
      await publication.close()
    },
  }
}

/** Each event carries the whole record: of many prices of one material only the last is worth opening. */
function latestRecords(events: readonly StoredEvent[]): readonly StoredEvent[] {
  const seen = new Set<string>()
  const isLatest = ({ stream, type }: StoredEvent) => {
    const before = seen.size
    return seen.add(`${stream} ${type}`).size > before
  }
  return events
    .toReversed()
    .filter((event) => isLatest(event))
    .toReversed()
}
