import type { VoucherClaims } from '#command/modules/expense-vouchers/expense-voucher.ts'
import { Rejection } from '#kernel/domain/rejection.ts'
import type { Origin } from '#kernel/platform/recording.ts'
import { transactionClaimStream, type VoucherRepositories } from './repositories.ts'

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

/** Claims everything or nothing; what a crash leaves behind is found by the recovery. */
export async function claim(
  { ledgers, transactionClaims }: Claiming,
  wanted: WantedClaims,
  origin: Origin,
): Promise<VoucherClaims> {
  const { voucherId, bankTransactionId, ledger, day, amount, allowDuplicate } = wanted
  const owner = { kind: 'expenseVoucher', id: voucherId } as const
  const transaction = bankTransactionId === null ? null : transactionClaimStream(bankTransactionId)
  const claims = { ledger, transaction }
  if (bankTransactionId !== null && transaction !== null) {
    const command = { type: 'ClaimTransaction', transactionId: bankTransactionId, owner } as const
    await transactionClaims.execute({ stream: transaction, command, origin })
  }
  try {
    const command = { type: 'ClaimDocument', owner, day, amount, allowDuplicate } as const
    await ledgers.execute({ stream: ledger, command, origin, isNew: true })
    return claims
  } catch (error) {
    const isRefused = error instanceof Rejection
    if (isRefused) await release({ ledgers, transactionClaims }, voucherId, { claims, origin })
    throw error
  }
}

/** Gives back what a voucher had claimed; harmless where it has nothing, or nothing any more. */
export async function release(
  { ledgers, transactionClaims }: Claiming,
  voucherId: string,
  { claims, origin }: { claims: HeldClaims; origin: Origin },
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
