import { HEADS_STREAM, KEYS_STREAM, notaryEvents } from '#kernel/events/notary.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import type { KeySuccession } from '#kernel/platform/log-chain/key-succession.ts'
import type { Witness } from '#kernel/platform/log-chain/witness.ts'
import { decodeWithoutKeys } from '#kernel/platform/recording/event-codec.ts'

/** The last signed head in the log, and its revision; undefined if nothing is signed. */
export async function lastSignedInLog(eventStore: Pick<EventStore, 'readStream'>) {
  const newest = { direction: 'backwards', maxCount: 1 } as const
  const stored = await eventStore.readStream(HEADS_STREAM, newest)
  const [recorded] = decodeWithoutKeys(() => notaryEvents, stored)
  if (recorded?.event.type !== 'HeadSigned') return undefined
  const { event, revision, metadata } = recorded
  return { head: event.data, revision, recordedAt: metadata.recordedAt }
}

const MOST_KEYS = 1_000

/** Which key followed which, as the log has it. */
export async function keySuccessionsIn(
  eventStore: Pick<EventStore, 'readStream'>,
): Promise<readonly KeySuccession[]> {
  const stored = await eventStore.readStream(KEYS_STREAM, { maxCount: MOST_KEYS })
  const genuine = stored.filter(({ isGenuine }) => isGenuine)
  return decodeWithoutKeys(() => notaryEvents, genuine).flatMap(({ event }) =>
    event.type === 'KeySucceeded' ? [event.data] : [],
  )
}

interface SignatureSources {
  readonly eventStore: EventStore
  /** Null without a notary. */
  readonly witness: Witness | null
}

/** The number of events under the furthest signature that the log or the witness holds. */
export async function signedCount({ eventStore, witness }: SignatureSources): Promise<number> {
  const inLog = await lastSignedInLog(eventStore)
  const witnessed = await witness?.last()
  return Math.max(inLog?.head.count ?? 0, witnessed?.count ?? 0)
}
