import { type RecordedEvent, TOMBSTONE_REVISION } from '../recorded-event.ts'
import { isMissing } from '../writing/stream-state.ts'
import { readStream, StreamDeleted } from './read-stream.ts'
import type { LogSource } from './subscribe-log.ts'
import type { Subscriber } from './subscriber.ts'

/** Follows one stream after a revision; -1 starts at its first event. */
export async function followStream(
  { pool, tail, behaviour }: LogSource,
  subscriber: Subscriber,
  { stream, after }: { readonly stream: string; readonly after: bigint },
): Promise<void> {
  let revision = after
  let isThere = false
  let hasCaughtUpWithNothing = false
  let position = await catchUp()
  while (!subscriber.isGone()) {
    const recent = tail.after(position)
    if (recent === undefined) {
      position = await catchUp()
    } else if (recent.length > 0) {
      const ofStream = recent.filter((event) => event.stream === stream)
      position = recent.at(-1)?.position ?? position
      if (!isThere && ofStream.length > 0) position = await catchUp()
      else for (const event of ofStream) await deliver(event)
    } else {
      await subscriber.somethingNew(() => tail.head() > position)
    }
  }

  /**
   * Returns the position up to which the log has been read; later events are in the tail. Waits for a
   * stream that does not exist yet.
   */
  async function catchUp(): Promise<bigint> {
    const head = tail.head()
    const everything = { stream, backwards: false, maxCount: Number.MAX_SAFE_INTEGER }
    const { state, pages } = await readStream(pool, { ...everything, from: revision + 1n })
    isThere = !isMissing(state, stream)
    if (!isThere) {
      if (behaviour.catchesUpWithNothing && !hasCaughtUpWithNothing) await subscriber.caughtUp()
      hasCaughtUpWithNothing = behaviour.catchesUpWithNothing
      return head
    }
    for await (const page of pages) {
      for (const event of page) await deliver(event)
      if (subscriber.isGone()) break
    }
    if (!hasCaughtUpWithNothing) await subscriber.caughtUp()
    hasCaughtUpWithNothing = false
    return head
  }

  async function deliver(event: RecordedEvent): Promise<void> {
    if (event.revision <= revision) return
    revision = event.revision
    await subscriber.event(event)
    if (revision === TOMBSTONE_REVISION) throw new StreamDeleted()
  }
}
