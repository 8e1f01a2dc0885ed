import { findTransaction } from '#command/claims/bank-transactions.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { notFound, Rejection, reject } from '#kernel/domain/rejection.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import { cancellationOf } from './cancel.ts'
import { onElectronic } from './electronic-rules.ts'
import { type ElectronicVoucher, isIncomplete } from './electronic-voucher.ts'
import {
  type ElectronicDependencies,
  executeElectronic,
  type LoadedVoucher,
  numberTakingOf,
  type RequestedNumber,
  timingNow,
  type VoucherTarget,
} from './repository.ts'
import type { Decision, Finalization, VoucherContent } from './voucher.ts'

/**
 * Number, stock movement and bank link of a voucher that the provider has accepted: once, however
 * often it is tried. The reason that prevents it now is recorded, and may not apply the next time.
 */
export async function complete(
  dependencies: ElectronicDependencies,
  target: VoucherTarget,
  loaded: LoadedVoucher,
): Promise<LoadedVoucher> {
  const { voucher } = loaded
  if (!isIncomplete(voucher)) return loaded
  const { now } = timingNow(dependencies)
  if (await isSourcePassive(dependencies, target, voucher)) {
    return executeElectronic(dependencies, target, failCompletion(now))
  }
  const number = await takeNumber(dependencies, target, voucher.acceptance)
  return executeElectronic(dependencies, target, finalize({ number, printDate: now }))
}

export const failCompletion = (failedAt: string): Decision =>
  onElectronic((voucher) => {
    const { state, uuid } = voucher.document
    if (state !== 'provider_accepted') return []
    const { voucherId } = voucher.content
    const data = { voucherId, uuid, failedAt }
    return [{ type: 'LocalCompletionFailed', data: { ...data, reason: 'bankAccountInactive' } }]
  })

export async function isSourcePassive(
  { log, references }: ElectronicDependencies,
  { origin: { companyId } }: VoucherTarget,
  { content: { bankTransactionId } }: ElectronicVoucher,
): Promise<boolean> {
  if (bankTransactionId === null) return false
  const { accountId } = await findTransaction(log, companyId, bankTransactionId)
  return references.isPassive(companyId, accountId)
}

/** The document is official: if another one has taken the given number, it gets the next number. */
async function takeNumber(
  dependencies: ElectronicDependencies,
  target: VoucherTarget,
  requested: RequestedNumber,
): Promise<string> {
  const { books } = dependencies.repositories
  const taking = numberTakingOf(dependencies, target, requested)
  try {
    return await books.take(taking)
  } catch (error) {
    if (taking.given === null || !(error instanceof Rejection)) throw error
    return books.take({ ...taking, given: null })
  }
}

/**
 * Gives a voucher its number: one whose finalization was requested, or an electronic one that the
 * provider has accepted, even if it could not be completed before.
 */
export const finalize =
  (numbered: { readonly number: string; readonly printDate: string }): Decision =>
  (voucher) => {
    switch (voucher.status) {
      case 'finalizing':
        return [finalized(voucher.content, { ...numbered, serial: voucher.request.serial })]
      case 'electronic': {
        const { acceptance, finalization, content, document } = voucher
        if (finalization !== null) return []
        if (acceptance === null) return refuseFinalization()
        const completed = finalized(content, { ...numbered, serial: acceptance.serial })
        if (document.cancelled !== true) return [completed]
        return [completed, ...cancellationOf(voucher, document.lastCheckedAt ?? numbered.printDate)]
      }
      case 'finalized':
        return []
      case 'none':
        return notFound('voucher')
      case 'draft':
      case 'deleted':
      case 'abandoned':
        return refuseFinalization()
      default:
        return assertNever(voucher)
    }
  }

const refuseFinalization = () => reject('CONFLICT', 'This voucher is not being finalized.')

function finalized(
  content: VoucherContent,
  numbered: Pick<Finalization, 'serial' | 'number' | 'printDate'>,
): ExpenseVoucherEvent {
  const { voucherId, template, quantity, unitType, bankTransactionId } = content
  const { material } = template
  const stockMovement = { direction: 'in', material, quantity, unitType } as const
  const data = { voucherId, ...numbered, stockMovement, bankTransactionId }
  return { type: 'VoucherFinalized', data: { ...data, purchase: purchaseIn(content) } }
}

/** What the finalized voucher repeats of its draft, for readers of that event alone. */
export function purchaseIn(content: VoucherContent): NonNullable<Finalization['purchase']> {
  const { environment, transactionDate, timeZone, day, amount, exchanges, price, purity } = content
  return { environment, transactionDate, timeZone, day, amount, exchanges, price, purity }
}
