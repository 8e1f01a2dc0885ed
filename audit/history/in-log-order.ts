import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { Pages } from './streams-of.ts'

/** Merges pages of several streams into one sequence, holding at most one page of each. */
export async function* inLogOrder(
  sources: readonly Pages[],
  { isBackwards = false }: { readonly isBackwards?: boolean } = {},
): AsyncGenerator<StoredEvent, void> {
  const all = sources.map((pages) => eventsOf(pages))
  try {
    const heads = await Promise.all(
      all.map(async (events) => ({ events, next: await events.next() })),
    )
    for (;;) {
      const [first] = heads
        .filter(({ next }) => next.done !== true)
        .toSorted((one, other) => byPosition(one.next.value, other.next.value))
        .slice(isBackwards ? -1 : 0)
      if (first?.next.value === undefined) return
      yield first.next.value
      first.next = await first.events.next()
    }
  } finally {
    await Promise.all(all.map((events) => events.return()))
  }
}

async function* eventsOf(pages: Pages): AsyncGenerator<StoredEvent, void> {
  for await (const page of pages) yield* page
}

const byPosition = (one: StoredEvent | void, other: StoredEvent | void) =>
  (one?.position ?? 0n) < (other?.position ?? 0n) ? -1 : 1
