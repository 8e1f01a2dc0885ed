import type { Kafka } from 'kafkajs'
import { pause } from '#kernel/platform/waiting/timing.ts'
import type { FeedOptions, FeedRun } from './feed-options.ts'
import { topicOffsets, withAdmin } from './sending/admin.ts'
import { existing } from './sending/described-topics.ts'
import { lastTermBy, RELEASED } from './sending/term.ts'
import { checkTopics, type ExpectedTopics, ownTopics } from './sending/topic-check.ts'
import { allTopics, POSITION_TOPIC } from './sending/topics.ts'

const POLL_EVERY_MS = 2_000

/**
 * Longer than the heartbeat of an idle feed, and than an abandoned transaction hides later records.
 * Polls are counted, not time: a process that was suspended has polled nothing.
 */
const SILENT_POLLS = 18
export const SILENT_FOR_MS = SILENT_POLLS * POLL_EVERY_MS

/**
 * Resolves when no feed has committed anything for `SILENT_FOR_MS`, when the term was given back, or
 * when `stop` is aborted. Time in which Kafka does not answer does not count, because no feed can
 * commit then.
 */
export async function standBy(kafka: Kafka, name: string, { stop, board }: FeedRun): Promise<void> {
  let end: string | undefined
  for (let silent = 0; !stop.aborted && silent < SILENT_POLLS; silent += 1) {
    const now = await endOfPositions(kafka).catch(() => undefined)
    if (now !== undefined && end !== undefined && now !== end) board.standsBeside()
    if (now === undefined || now !== end) silent = 0
    else if (silent === 1 && (await holderOf(kafka, name)) === RELEASED) return
    end = now
    await pause(POLL_EVERY_MS, stop)
  }
}

interface Damage {
  /** The feed that waits. */
  readonly by: string
  /** What the topics did not fit. */
  readonly expected: ExpectedTopics
  readonly stop: AbortSignal
}

/**
 * Resolves when a backfill has given its term back, when the topics fit after all, or when `stop` is
 * aborted. It begins no term, which would fence the backfill.
 */
export async function untilRepaired(
  { kafka, topics: settings }: Pick<FeedOptions, 'kafka' | 'topics'>,
  name: string,
  { by, expected, stop }: Damage,
) {
  let end: string | undefined
  let holder: string | undefined = by
  let silent = 0
  while (!stop.aborted) {
    await pause(POLL_EVERY_MS, stop)
    const now = await endOfPositions(kafka).catch(() => undefined)
    silent = now !== undefined && now === end ? silent + 1 : 0
    if (now !== undefined && now !== end) {
      if (now === GONE) return
      holder = await holderOf(kafka, name)
      if (holder === RELEASED) return
      end = now
    }
    // A backfill that was killed gives nothing back.
    if (holder !== by && silent < SILENT_POLLS) continue
    const isWhole = await withAdmin(kafka, async (admin) => {
      await checkTopics(admin, expected)
      await ownTopics(admin, allTopics, settings)
    }).then(
      () => true,
      () => false,
    )
    if (isWhole) return
  }
}

/**
 * Resolves when the log holds again what was published, when somebody else has written or deleted
 * positions, or when `stop` is aborted. It begins no term, which would fence a feed that reads the
 * right log.
 */
export async function untilRestored(
  kafka: Kafka,
  isThere: () => Promise<boolean>,
  stop: AbortSignal,
): Promise<void> {
  let end: string | undefined
  while (!stop.aborted) {
    const now = await endOfPositions(kafka).catch(() => end)
    end ??= now
    if (now !== end) return
    if (await isThere().catch(() => false)) return
    await pause(POLL_EVERY_MS, stop)
  }
}

const holderOf = (kafka: Kafka, name: string) => lastTermBy(kafka, name).catch(() => undefined)

const GONE = 'gone'

const endOfPositions = (kafka: Kafka): Promise<string> =>
  withAdmin(kafka, async (admin) => {
    if ((await existing(admin, [POSITION_TOPIC])).length === 0) return GONE
    const ends = await topicOffsets(admin, POSITION_TOPIC)
    return ends.map(({ high }) => high).join()
  })
