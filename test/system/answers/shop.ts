import { invoiceLines, invoicingDealer, newPerson } from '#test/support/invoices.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import { type Api, apiAt } from '#test/support/system-client.ts'
import { type Dealer, type Line, recordId } from '#test/support/system-dealer.ts'

/** A company that may do everything, as its programs see it. */
export interface Shop {
  readonly system: SystemAddresses
  readonly companyId: string
  readonly dealer: Dealer
  /** Of the system, which nothing disturbs. */
  readonly sound: Api
  /** Where something may happen. */
  readonly api: Api
  /** A transaction of which nobody has made anything yet. */
  readonly outgoing: () => Transaction
  readonly incoming: () => Transaction
}

interface Transaction {
  readonly id: string
  readonly idNo: string
}

const OF_EACH_KIND = 8

const eDocument = {
  enabled: true,
  environment: 'test',
  companyTaxNumber: '4840847211',
  serial: 'KUY',
}

export async function newShop(system: SystemAddresses): Promise<Omit<Shop, 'api'>> {
  const dealer = await invoicingDealer(system, {
    company: { kmtsEnabled: true },
    eDocument,
    lines: invoiceLines(false),
  })
  const accountId = recordId()
  const integration = { accountRef: `ref-${accountId}` }
  const account = { kind: 'bankAccount', data: { id: accountId, name: 'Hesap', integration } }
  const transactions = (incoming: boolean) =>
    Array.from({ length: OF_EACH_KIND }, () => ({ id: recordId(), idNo: newPerson(), incoming }))
  const outgoing = transactions(false)
  const received = transactions(true)
  const lines = [...outgoing, ...received].map(
    (each): Line => ({
      kind: 'bankTransaction',
      data: { ...transaction, ...each, accountId, stamp: each.id },
    }),
  )
  await dealer.import(account, ...lines)
  const next = (list: Transaction[]) => () => {
    const one = list.pop()
    if (one === undefined) throw new Error('no transaction is left')
    return one
  }
  const { companyId, api: sound } = dealer
  return { system, companyId, dealer, sound, outgoing: next(outgoing), incoming: next(received) }
}

const transaction = {
  transactionDate: '2026-11-20T09:45:00Z',
  amount: '100000.00',
  currency: 'TRY',
  nameSurname: 'Ayşe Yılmaz',
}

/** The same shop, whose programs call another address. */
export const calling = (shop: Omit<Shop, 'api'>, url: string): Shop => ({
  ...shop,
  api: apiAt(url, shop.dealer.credentials, { mayFail: true }),
})
