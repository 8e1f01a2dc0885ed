import {
  type ExpenseVoucher,
  expenseVoucher,
} from '#command/modules/expense-vouchers/expense-voucher.ts'
import { repositoryOf } from '#command/store/aggregate.ts'
import type { Log } from '#command/store/log.ts'
import { known } from '#kernel/events/event-family.ts'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { claimRepositories } from '../claims/repositories.ts'
import { numberBooks } from '../number-books.ts'

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
