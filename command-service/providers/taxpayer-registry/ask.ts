import { ProviderUnavailable } from '#command/providers/provider-unavailable.ts'
import type {
  TaxpayerQuestion,
  TaxpayerRegistry,
} from '#command/providers/taxpayer-registry/port.ts'
import { detail } from '#kernel/domain/detail.ts'
import { reject } from '#kernel/domain/rejection.ts'

/** Throws if the registry cannot be reached: the answer is never guessed. */
export const askTaxpayerRegistry = (
  registry: TaxpayerRegistry,
  taxNumber: string,
  question: TaxpayerQuestion,
): Promise<boolean> =>
  registry.isEInvoiceTaxpayer(taxNumber, question).catch((error: unknown) => {
    if (!(error instanceof ProviderUnavailable)) throw error
    return reject('UPSTREAM_ERROR', 'The taxpayer registry does not answer; try again later.', [
      detail('integrator', 'unavailable'),
    ])
  })
