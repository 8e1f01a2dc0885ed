import { LRUCache } from 'lru-cache'
import { atMost } from '#kernel/platform/process/at-most.ts'
import type { DestroyedKeys } from '#kernel/platform/vault/destroyed-keys.ts'
import type { TaxpayerRegistry } from './port.ts'

export interface TaxpayerCache {
  /** For taxpayers: they rarely leave the registry. */
  readonly yesMs: number
  /** For others: a buyer who registers today must get electronic invoices from then on. */
  readonly noMs: number
  readonly maximumEntries: number
}

/**
 * Caches clear answers for a while; concurrent questions share a call. The numbers may be people's, so all
 * are dropped when a person is forgotten.
 */
export function cachedTaxpayerRegistry(
  registry: TaxpayerRegistry,
  { yesMs, noMs, maximumEntries }: TaxpayerCache,
  destroyed: Pick<DestroyedKeys, 'subscribe'>,
): TaxpayerRegistry {
  const answers = new LRUCache<string, boolean, string | undefined>({
    ...atMost(maximumEntries),
    ttl: noMs,
    // An answer that the cache drops while it is requested must still reach the callers that wait for it.
    ignoreFetchAbort: true,
    fetchMethod: async (taxNumber, _stale, { context, options }) => {
      const isTaxpayer = await registry.isEInvoiceTaxpayer(taxNumber, { requestId: context })
      options.ttl = isTaxpayer ? yesMs : noMs
      return isTaxpayer
    },
  })
  destroyed.subscribe(() => answers.clear())
  return {
    isEInvoiceTaxpayer: (taxNumber, { requestId, isForOfficial = false } = {}) =>
      answers.forceFetch(taxNumber, { context: requestId, forceRefresh: isForOfficial }),
  }
}
