import { expect } from 'vitest'
import * as sale from '#test/support/invoices.ts'
import type { SystemAddresses } from '#test/support/system.ts'
import type { Dealer } from '#test/support/system-dealer.ts'
import * as purchase from '#test/support/vouchers.ts'

/** In Istanbul both are of the 21st; in New York one is still of the 20th. */
const TIMES = ['2026-11-20T22:30:00Z', '2026-11-21T14:10:00Z', '2026-11-14T14:10:00Z']
export const PURITY = '0.916'

export async function dealerIn(timeZone: string, system: SystemAddresses) {
  const dealer = await sale.invoicingDealer(system, { company: { timeZone } })
  await dealer.import(
    purchase.templateLine({
      key: 'hurda',
      statusType: 'expense',
      exchange: PURITY,
      isDefault: true,
    }),
  )
  return dealer
}

/** Purchases, drafts, one that is deleted, sales and one that is cancelled. */
export async function trade({ api, import: imported, companyId }: Dealer) {
  for (const [at, transactionDate] of TIMES.entries()) {
    const bought = { templateKey: 'hurda', allowDuplicate: true, transactionDate }
    const buy = (more: purchase.Fields) =>
      api.post('/v1/expenses', purchase.manual({ ...bought, ...more }))
    purchase.createdIn(await buy({ amount: 1_000.1 + at }))
    purchase.createdIn(await buy({ amount: 70_000 }))
    purchase.createdIn(await buy({ isDraft: true }))
    const { id } = purchase.createdIn(await buy({ isDraft: true }))
    expect((await api.delete(`/v1/expenses/${id}`)).status).toBe(200)
    const sell = (more: sale.Fields) =>
      sale.create(api, sale.manual({ idNo: sale.newPerson(), transactionDate, ...more }))
    sale.createdIn(await sell({ templateKey: 'bilezik-22', amount: 50_000 }))
    sale.createdIn(await sell({ templateKey: 'dolar', amount: 4_250 }))
    const { invoiceId } = sale.createdIn(await sell({ templateKey: 'bilezik-22', amount: 999 }))
    const data = { companyId, invoiceId, cancelledAt: '2026-11-21T20:00:00Z' }
    await imported({ kind: 'invoiceCancelled', data })
  }
}
