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
  const lanes = new Map<string, Promise<void>>()
  const failed = new AbortController()
  let running = 0
  let bytes = 0
  let ended = Promise.withResolvers<void>()

  function end(itsBytes: number) {
    running -= 1
    bytes -= itsBytes
    ended.resolve()
    ended = Promise.withResolvers()
  }

  const isFull = (itsBytes: number) =>
    running > 0 && (running >= atMost.items || bytes + itsBytes > atMost.bytes)

  async function untilRoomFor(itsBytes: number) {
    while (isFull(itsBytes)) await ended.promise
  }

  async function workAfter(before: readonly Promise<void>[], item: Item) {
    await Promise.all(before)
    failed.signal.throwIfAborted()
    await work(item)
  }

  for await (const item of items) {
    const itsBytes = bytesOf(item)
    await untilRoomFor(itsBytes)
    if (failed.signal.aborted) break
    const { own, after } = lanesOf(item)
    const before = [...own, ...after].flatMap((lane) => lanes.get(lane) ?? [])
    running += 1
    bytes += itsBytes
    const done = workAfter(before, item)
      .catch((error: unknown) => failed.abort(error))
      .finally(() => {
        end(itsBytes)
        for (const lane of own) if (lanes.get(lane) === done) lanes.delete(lane)
      })
    for (const lane of own) lanes.set(lane, done)
  }
  await untilRoomFor(Infinity)
  failed.signal.throwIfAborted()
}
