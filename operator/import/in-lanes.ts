import PQueue from 'p-queue'

/** What must not overtake what: work on a lane waits for all work before it on the same lanes. */
export interface Lanes {
  /** Changed by the work: later work on them waits for it. */
  readonly own: readonly string[]
  /** Only needed to be done. */
  readonly after: readonly string[]
}

interface Work<Item> {
  /** Of items that are worked on; one item may be larger than all bytes. */
  readonly atMost: { readonly items: number; readonly bytes: number }
  readonly bytesOf: (item: Item) => number
  readonly lanesOf: (item: Item) => Lanes
  readonly work: (item: Item) => Promise<void>
}

/** Works on several items at once, in their order where they share a lane. The first error ends it. */
export async function inLanes<Item>(
  items: AsyncIterable<Item>,
  { atMost, bytesOf, lanesOf, work }: Work<Item>,
): Promise<void> {
  const queue = new PQueue({ concurrency: atMost.items })
  const lanes = new Map<string, Promise<void>>()
  const running = new Set<Promise<void>>()
  let bytes = 0
  const failed = new AbortController()

  for await (const item of items) {
    const itsBytes = bytesOf(item)
    while (running.size > 0 && bytes + itsBytes > atMost.bytes) await Promise.race(running)
    bytes += itsBytes
    const { own, after } = lanesOf(item)
    const before = [...own, ...after].flatMap((lane) => lanes.get(lane) ?? [])
    const done = queue.add(async () => {
      await Promise.all(before)
      failed.signal.throwIfAborted()
      await work(item)
    })
    for (const lane of own) lanes.set(lane, done)
    const ended = done
      .catch((error: unknown) => failed.abort(error))
      .finally(() => {
        running.delete(ended)
        bytes -= itsBytes
        for (const lane of own) if (lanes.get(lane) === done) lanes.delete(lane)
      })
    running.add(ended)
    await queue.onSizeLessThan(1)
    if (failed.signal.aborted) break
  }
  await queue.onIdle()
  failed.signal.throwIfAborted()
}
