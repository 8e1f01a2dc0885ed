import { type RecordedEvent, TOMBSTONE_REVISION } from '../recorded-event.ts'
import { readStream, StreamDeleted } from './read-stream.ts'
import type { LogSource } from './subscribe-log.ts'
import type { Subscriber } from './subscriber.ts'

/** Follows one stream; -1 as the revision to start behind means from its first event. */
export async function followStream(
  { pool, tail }: LogSource,
  subscriber: Subscriber,
  { stream, after }: { readonly stream: string; readonly after: bigint },
): Promise<void> {
  let revision = after
  let position = await catchUp()
  while (!subscriber.isGone()) {
    const recent = tail.after(position)
    if (recent === undefined) {
      position = await catchUp()
    } else if (recent.length > 0) {
      for (const event of recent) if (event.stream === stream) await deliver(event)
      position = recent.at(-1)?.position ?? position
    } else {
      await subscriber.somethingNew(() => tail.head() > position)
    }
  }

  /** Gives the position up to which the log has been seen: what comes later is in the tail. */
  async function catchUp(): Promise<bigint> {
    const head = tail.head()
    const everything = { stream, backwards: false, maxCount: Number.MAX_SAFE_INTEGER }
    const { pages } = await readStream(pool, { ...everything, from: revision + 1n })
    for await (const page of pages) {
      for (const event of page) await deliver(event)
      if (subscriber.isGone()) break
    }
    await subscriber.caughtUp()
    return head
  }

  async function deliver(event: RecordedEvent): Promise<void> {
    if (event.revision <= revision) return
    revision = event.revision
    await subscriber.event(event)
    if (revision === TOMBSTONE_REVISION) throw new StreamDeleted()
  }
}
