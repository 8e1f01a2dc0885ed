import { LRUCache } from 'lru-cache'
import type { TaxpayerRegistry } from './port.ts'

export interface TaxpayerCache {
  /** For taxpayers: they rarely leave the registry. */
  readonly yesMs: number
  /** For others: a buyer who registers today must get electronic invoices from then on. */
  readonly noMs: number
  readonly maximumEntries: number
}

/** Caches clear answers for a while; concurrent questions share a call. */
export function cachedTaxpayerRegistry(
  registry: TaxpayerRegistry,
  { yesMs, noMs, maximumEntries }: TaxpayerCache,
): TaxpayerRegistry {
  const answers = new LRUCache<string, boolean, string | undefined>({
    max: maximumEntries,
    ttl: noMs,
    // One that is pushed out while it is being asked for must still reach those who wait for it.
    ignoreFetchAbort: true,
    fetchMethod: async (taxNumber, _stale, { context, options }) => {
      const isTaxpayer = await registry.isEInvoiceTaxpayer(taxNumber, { requestId: context })
      options.ttl = isTaxpayer ? yesMs : noMs
      return isTaxpayer
    },
  })
  return {
    isEInvoiceTaxpayer: (taxNumber, { requestId, isForOfficial = false } = {}) =>
      answers.forceFetch(taxNumber, { context: requestId, forceRefresh: isForOfficial }),
  }
}
