import type { Claimant, Holder } from '#command/claims/claimant.ts'
import { writtenDay } from '#command/claims/same-day.ts'
import type { Loaded } from '#command/event-sourcing/repository.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import type { Origin } from '#kernel/platform/recording/event-codec.ts'
import { type VoucherRepositories, voucherStream } from './repository.ts'
import { type Abandonment, type Decision, type ExpenseVoucher, holdsNothing } from './voucher.ts'

/** Vouchers, as their claims need them. */
export const voucherClaimant = (repositories: VoucherRepositories): Claimant => ({
  kind: 'expenseVoucher',
  ledgers: repositories.ledgers,
  transactionClaims: repositories.transactionClaims,
  find: async (voucherId) => holderIn(await repositories.vouchers.load(voucherStream(voucherId))),
  abandon: async (voucherId, origin) =>
    holdsNothing((await fenceVoucher(repositories, voucherId, origin)).state),
})

function holderIn({ state: voucher, begunAt, position }: Loaded<ExpenseVoucher>): Holder {
  if (voucher.status === 'none') return { status: 'nowhere' }
  if (!('content' in voucher) || holdsNothing(voucher)) return { status: 'givenUp' }
  const uuid = voucher.status === 'electronic' ? voucher.document.uuid : null
  const written = writtenDay(voucher.content, begunAt)
  const isComplete = voucher.status !== 'finalizing'
  return { status: 'there', written, position, isComplete, uuid, invoiceNumber: null }
}

/** Prevents the creation of the voucher. An existing one is not changed. */
export const fenceVoucher = (
  { vouchers }: VoucherRepositories,
  voucherId: string,
  origin: Origin,
) => {
  const decision = abandon(voucherId, 'neverCreated')
  return vouchers.execute({ stream: voucherStream(voucherId), decision, origin, isNew: true })
}

/** Fences a voucher that was never written, or gives one up whose given number another one has. */
export const abandon =
  (voucherId: string, reason: Abandonment): Decision =>
  (voucher) => {
    const claims = voucher.status === 'finalizing' ? voucher.content.claims : null
    const abandoned: ExpenseVoucherEvent = {
      type: 'VoucherAbandoned',
      data: { voucherId, reason, claims },
    }
    if (voucher.status === 'none' && reason === 'neverCreated') return [abandoned]
    if (voucher.status === 'finalizing' && reason === 'numberTaken') return [abandoned]
    return []
  }
