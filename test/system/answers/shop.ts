import { invoiceLines, invoicingDealer } from '#test/support/invoices.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { type Api, apiAt } from '#test/support/system-client.ts'
import type { Dealer } from '#test/support/system-dealer.ts'

/** A company that may do everything, as its programs see it. */
export interface Shop {
  readonly dealer: Dealer
  /** Of the system, which nothing disturbs. */
  readonly sound: Api
  /** Where something may happen. */
  readonly api: Api
}

export async function newShop(system: SystemAddresses): Promise<Omit<Shop, 'api'>> {
  const dealer = await invoicingDealer(system, { lines: invoiceLines(false) })
  return { dealer, sound: dealer.api }
}

/** The same shop, whose programs call another address. */
export const calling = (shop: Omit<Shop, 'api'>, url: string): Shop => ({
  ...shop,
  api: apiAt(url, shop.dealer.credentials, { mayFail: true }),
})
