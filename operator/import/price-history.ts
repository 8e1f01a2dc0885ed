import { LRUCache } from 'lru-cache'
import { epochMsOf, type Instant } from '#kernel/domain/instant.ts'
import { listAfter, noPrices, type PriceList } from '#kernel/events/price-list.ts'
import { priceEvents } from '#kernel/events/reference-data.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { streamPages } from '#kernel/platform/event-store/stream-pages.ts'
import { atMost } from '#kernel/platform/process/at-most.ts'
import { decodeEvents } from '#kernel/platform/recording/event-codec.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'

const MAX_REMEMBERED = atMost(500)

/** All that was ever told of a material's price. */
export interface PriceHistory {
  readonly list: PriceList
  /** The price last told for that very moment. */
  readonly toldFor: (at: Instant) => string | undefined
}

/** Reads a stream of prices up to a revision, or further; what was read before is remembered. */
export type ReadPrices = (stream: string, upTo: bigint) => Promise<PriceHistory>

export function priceHistories({
  eventStore,
  vault,
}: {
  readonly eventStore: Pick<EventStore, 'readStream'>
  readonly vault: Vault
}): ReadPrices {
  const remembered = new LRUCache<string, ReturnType<typeof newHistory>>(MAX_REMEMBERED)

  return async (stream, upTo) => {
    const history = remembered.get(stream) ?? newHistory()
    remembered.set(stream, history)
    if (history.next > upTo) return history
    for await (const page of streamPages(eventStore, stream, { from: history.next })) {
      const recorded = await decodeEvents(vault, () => priceEvents, page)
      for (const { event, metadata } of recorded) history.take(event.data, metadata.recordedAt)
      history.next = (page.at(-1)?.revision ?? upTo) + 1n
    }
    return history
  }
}

function newHistory() {
  const prices = new Map<number, string>()
  let list = noPrices
  return {
    /** The first revision that is not read yet. */
    next: 0n,
    take(data: Parameters<typeof listAfter>[1], recordedAt: Instant) {
      list = listAfter(list, data, recordedAt)
      prices.set(epochMsOf(data.at), data.price)
    },
    get list() {
      return list
    },
    toldFor: (at: Instant) => prices.get(epochMsOf(at)),
  }
}
