/** What must not overtake what: work on a lane waits for all work before it on the same lanes. */
export interface Lanes {
  /** Changed by the work: later work on them waits for it. */
  readonly own: readonly string[]
  /** Only needed to be done. */
  readonly after: readonly string[]
}

interface Work<Item> {
  readonly atMost: number
  readonly lanesOf: (item: Item) => Lanes
  readonly work: (item: Item) => Promise<void>
}

/** Works on several items at once, in their order where they share a lane. The first error ends it. */
export async function inLanes<Item>(
  items: AsyncIterable<Item>,
  { atMost, lanesOf, work }: Work<Item>,
): Promise<void> {
  const lanes = new Map<string, Promise<void>>()
  const running = new Set<Promise<void>>()
  let failure: { readonly error: unknown } | undefined
  let wake: (() => void) | undefined

  async function run(item: Item, before: readonly Promise<void>[]) {
    await Promise.all(before)
    if (failure === undefined) await work(item)
  }

  for await (const item of items) {
    const { own, after } = lanesOf(item)
    const before = [...own, ...after].flatMap((lane) => lanes.get(lane) ?? [])
    const done = run(item, before)
      .catch((error: unknown) => {
        failure ??= { error }
      })
      .finally(() => {
        for (const lane of own) if (lanes.get(lane) === done) lanes.delete(lane)
        running.delete(done)
        wake?.()
      })
    running.add(done)
    for (const lane of own) lanes.set(lane, done)
    if (running.size >= atMost) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    if (failure !== undefined) break
  }
  await Promise.all(running)
  if (failure !== undefined) throw failure.error
}
