import { LRUCache } from 'lru-cache'
import type { TaxpayerRegistry } from './port.ts'

export interface TaxpayerCache {
  readonly timeToLiveMs: number
  readonly maximumEntries: number
}

/** Remembers clear answers for a while, whichever they were; those who ask at once share a call. */
export function cachedTaxpayerRegistry(
  registry: TaxpayerRegistry,
  { timeToLiveMs, maximumEntries }: TaxpayerCache,
): TaxpayerRegistry {
  const answers = new LRUCache<string, boolean, string | undefined>({
    max: maximumEntries,
    ttl: timeToLiveMs,
    // One that is pushed out while it is being asked for must still reach those who wait for it.
    ignoreFetchAbort: true,
    fetchMethod: (taxNumber, _stale, { context }) =>
      registry.isEInvoiceTaxpayer(taxNumber, context),
  })
  return {
    isEInvoiceTaxpayer: (taxNumber, requestId) =>
      answers.forceFetch(taxNumber, { context: requestId }),
  }
}
