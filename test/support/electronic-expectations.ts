import { expect } from 'vitest'
import type { SaleReport, SellingCompany } from './electronic-load.ts'
import { documentIn, electronicDealer } from './sellers.ts'
import type { SystemAddresses } from './system.ts'
import { apiAt } from './system-client.ts'
import { importTransactions } from './system-dealer.ts'
import { type VoucherLog, vouchersByKey } from './system-log.ts'

/** A company with outgoing bank transactions, whose callers may be answered 500 or 503. */
export async function sellingCompany(
  system: SystemAddresses,
  transactions: number,
): Promise<SellingCompany> {
  const dealer = await electronicDealer(system)
  const transactionIds = await importTransactions(dealer, transactions)
  const api = apiAt(system.baseUrl, dealer.credentials, { mayFail: true })
  return { companyId: dealer.companyId, api, transactionIds }
}

/** What is in review settles what can be settled, by the one question that is ever asked. */
export async function askForEach(
  { vouchers, electronic }: VoucherLog,
  companies: readonly SellingCompany[],
) {
  const inReview = [...electronic].filter(([, { state }]) => state === 'review_required')
  for (const [id] of inReview) {
    const companyId = vouchers.get(id)?.companyId
    const api = companies.find((company) => company.companyId === companyId)?.api
    if (api === undefined) throw new Error(`voucher ${id} belongs to no company`)
    const { state } = documentIn(await api.get(`/v1/expenses/${id}/e-document/status`))
    expect(['sent', 'failed', 'review_required']).toContain(state)
  }
}

/** What was acknowledged is in the log, once. */
export function expectNothingLost(log: VoucherLog, report: SaleReport) {
  const { drafts, sent, deletedIds, lostKeys } = report
  const byKey = vouchersByKey(log)
  for (const key of lostKeys) expect(byKey.has(key)).toBe(false)
  expect(byKey).toEqual(new Map([...drafts].map(([key, id]) => [key, [id]])))
  for (const id of sent.keys()) expect([id, log.electronic.get(id)?.state]).toEqual([id, 'sent'])
  for (const id of deletedIds) expect([id, log.electronic.get(id)?.state]).toEqual([id, 'deleted'])
}
