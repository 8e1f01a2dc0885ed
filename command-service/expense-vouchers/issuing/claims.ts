import type { Claimant } from '#command/claims/claiming.ts'
import type { Origin } from '#kernel/platform/recording.ts'
import type { ExpenseVoucher } from '../expense-voucher.ts'
import { type VoucherRepositories, voucherStream } from './repositories.ts'

/** Vouchers, as their claims need them. */
export const voucherClaimant = (repositories: VoucherRepositories): Claimant => ({
  kind: 'expenseVoucher',
  ledgers: repositories.ledgers,
  transactionClaims: repositories.transactionClaims,
  wasGivenUp: async (voucherId) => {
    const { state } = await repositories.vouchers.load(voucherStream(voucherId))
    return isGivenUp(state)
  },
  abandon: async (voucherId, origin) =>
    isGivenUp((await abandonVoucher(repositories, voucherId, origin)).state),
})

/** Nobody can create the voucher any more, unless it is there: then it stays as it is. */
export function abandonVoucher(
  { vouchers }: VoucherRepositories,
  voucherId: string,
  origin: Origin,
): Promise<{ readonly state: ExpenseVoucher; readonly position: bigint }> {
  const command = { type: 'AbandonVoucher', voucherId, reason: 'neverCreated' } as const
  return vouchers.execute({ stream: voucherStream(voucherId), command, origin, isNew: true })
}

export const isGivenUp = ({ status }: ExpenseVoucher) =>
  status === 'abandoned' || status === 'deleted'
