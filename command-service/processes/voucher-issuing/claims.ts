import type { ExpenseVoucher } from '#command/modules/expense-vouchers/expense-voucher.ts'
import type { VoucherClaims } from '#command/modules/expense-vouchers/voucher-content.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import type { Origin } from '#kernel/platform/recording.ts'
import { transactionClaimStream, type VoucherRepositories, voucherStream } from './repositories.ts'

/** So many vouchers that were given up may stand in the way of one. */
const MAX_GIVEN_UP = 10

/** What one voucher must have to itself. */
export interface WantedClaims {
  readonly voucherId: string
  readonly bankTransactionId: string | null
  readonly ledger: string
  readonly day: string
  /** Money with both decimals. */
  readonly amount: string
  readonly allowDuplicate: boolean
}

type HeldClaims = { readonly [Claim in keyof VoucherClaims]: string | null }
type Claiming = Pick<VoucherRepositories, 'ledgers' | 'transactionClaims'>
type Fencing = Claiming & Pick<VoucherRepositories, 'vouchers'>

interface Claims {
  readonly claims: HeldClaims
  readonly origin: Origin
}

/** Claims everything or nothing; what a crash leaves behind is found by the recovery. */
export async function claim(
  repositories: Fencing,
  wanted: WantedClaims,
  origin: Origin,
): Promise<VoucherClaims> {
  const { ledgers, transactionClaims } = repositories
  const { voucherId, bankTransactionId, ledger, day, amount, allowDuplicate } = wanted
  const owner = { kind: 'expenseVoucher', id: voucherId } as const
  const transaction = bankTransactionId === null ? null : transactionClaimStream(bankTransactionId)
  const claims = { ledger, transaction }
  const past = pastGivenUp(repositories, { claims, origin })
  if (bankTransactionId !== null && transaction !== null) {
    const command = { type: 'ClaimTransaction', transactionId: bankTransactionId, owner } as const
    await past(() => transactionClaims.execute({ stream: transaction, command, origin }))
  }
  try {
    const command = { type: 'ClaimDocument', owner, day, amount, allowDuplicate } as const
    await past(() => ledgers.execute({ stream: ledger, command, origin, isNew: true }))
    return claims
  } catch (error) {
    const isHeld = transaction !== null
    if (isHeld && error instanceof Rejection) {
      await fence(repositories, voucherId, { claims, origin })
    }
    throw error
  }
}

/**
 * A voucher that was given up may not have given everything back yet: whoever did it may be slow, or
 * dead. It stands in nobody's way.
 */
const pastGivenUp =
  (repositories: Fencing, { claims, origin }: Claims) =>
  async (claimOne: () => Promise<unknown>): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      try {
        await claimOne()
        return
      } catch (error) {
        const existingId = error instanceof Rejection ? error.details[0]?.existingId : undefined
        if (existingId === undefined || attempt === MAX_GIVEN_UP) throw error
        if (!(await wasGivenUp(repositories, existingId))) throw error
        await release(repositories, existingId, { claims, origin })
      }
    }
  }

export async function wasGivenUp(
  { vouchers }: Pick<VoucherRepositories, 'vouchers'>,
  voucherId: string,
): Promise<boolean> {
  const { state } = await vouchers.load(voucherStream(voucherId))
  return isGivenUp(state)
}

export const isGivenUp = ({ status }: ExpenseVoucher) =>
  status === 'abandoned' || status === 'deleted'

/**
 * Gives back what was claimed for a voucher that is not there. Another try of the same command may
 * still be on its way to it, so first nobody can create it any more; if it is there, its claims stand.
 */
export async function fence(
  repositories: Fencing,
  voucherId: string,
  { claims, origin }: Claims,
): Promise<{ readonly state: ExpenseVoucher; readonly position: bigint }> {
  const command = { type: 'AbandonVoucher', voucherId, reason: 'neverCreated' } as const
  const stream = voucherStream(voucherId)
  const fenced = await repositories.vouchers.execute({ stream, command, origin, isNew: true })
  if (isGivenUp(fenced.state)) await release(repositories, voucherId, { claims, origin })
  return fenced
}

/** Gives back what a voucher had claimed; harmless where it has nothing, or nothing any more. */
export async function release(
  { ledgers, transactionClaims }: Claiming,
  voucherId: string,
  { claims, origin }: Claims,
): Promise<void> {
  const owner = { kind: 'expenseVoucher', id: voucherId } as const
  const { ledger, transaction } = claims
  if (transaction !== null) {
    const transactionId = transaction.slice(transaction.indexOf('-') + 1)
    const command = { type: 'ReleaseTransaction', transactionId, owner } as const
    await transactionClaims.execute({ stream: transaction, command, origin })
  }
  if (ledger !== null) {
    await ledgers.execute({ stream: ledger, command: { type: 'ReleaseDocument', owner }, origin })
  }
}
