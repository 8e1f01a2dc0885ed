import { claimRepositories } from '#command/claims/repositories.ts'
import { repositoryOf } from '#command/event-sourcing/aggregate.ts'
import type { Log } from '#command/event-sourcing/log.ts'
import { numberBooks } from '#command/numbering/number-books.ts'
import { known } from '#kernel/events/event-family.ts'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { type ExpenseVoucher, expenseVoucher } from '../expense-voucher.ts'

/** Everything that issuing a voucher reads and writes in the log. */
export type VoucherRepositories = ReturnType<typeof voucherRepositories>

export function voucherRepositories(log: Log) {
  return {
    vouchers: repositoryOf(log, {
      family: expenseVoucherEvents,
      decider: expenseVoucher,
      sealedFor: (event, before) => ({
        purpose: 'fiscal',
        person: sellerOf(event, before)?.taxNumber ?? 'unidentified',
      }),
    }),
    ...claimRepositories(log),
    books: numberBooks(log),
  }
}

/** All that a voucher's events tell of a person is the seller's. */
function sellerOf(event: ExpenseVoucherEvent, before: ExpenseVoucher) {
  const drafted = event.type === 'VoucherDrafted' ? event.data : null
  const content = drafted ?? ('content' in before ? before.content : null)
  return content === null ? null : known(content.seller)
}

export const voucherStream = (voucherId: string) => `expenseVoucher-${voucherId}`

export const numberBookStream = ({ vault }: Log, companyId: string, serial: string) =>
  `numberBook-${vault.pseudonym('book', 'expenseVoucher', companyId, serial)}`
