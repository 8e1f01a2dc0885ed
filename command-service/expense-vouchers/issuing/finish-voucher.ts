import { release } from '#command/claims/claiming.ts'
import type { Log } from '#command/event-sourcing/log.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { Rejection, reject } from '#kernel/domain/rejection.ts'
import type { Origin } from '#kernel/platform/recording.ts'
import { createdVoucher } from '../created-voucher.ts'
import type { ExpenseVoucher } from '../expense-voucher.ts'
import { voucherClaimant } from './claims.ts'
import { type VoucherRepositories, voucherStream } from './repositories.ts'

/** The create answer's data, and the position at which it can be read. */
export interface Issued {
  readonly voucher: ReturnType<typeof createdVoucher>
  readonly position: bigint
}

interface Unfinished {
  readonly state: ExpenseVoucher
  readonly position: bigint
  readonly origin: Origin
}

/** Brings a voucher from where it is to where it was asked to be. Asked again, it does nothing twice. */
export async function finishVoucher(
  repositories: VoucherRepositories,
  log: Log,
  { state, position, origin }: Unfinished,
): Promise<Issued> {
  switch (state.status) {
    case 'draft':
    case 'electronic':
      return { voucher: createdVoucher(state.content, null), position }
    case 'finalized':
      return { voucher: createdVoucher(state.content, state.finalization), position }
    case 'finalizing': {
      const finalized = await finalize(repositories, log, { state, origin })
      return finishVoucher(repositories, log, { ...finalized, origin })
    }
    case 'abandoned':
      return state.reason === 'numberTaken' ? refuseNumber() : refuseGivenUp()
    case 'none':
    case 'deleted':
      return refuseGivenUp()
    default:
      return assertNever(state)
  }
}

const refuseGivenUp = () => reject('CONFLICT', 'The voucher was given up; send it anew.')

const refuseNumber = () =>
  reject('CONFLICT', 'The number that was asked for is taken.', [
    { field: 'data.number', rule: 'duplicate' },
  ])

type Finalizing = Extract<ExpenseVoucher, { status: 'finalizing' }>

async function finalize(
  repositories: VoucherRepositories,
  log: Log,
  { state, origin }: { state: Finalizing; origin: Origin },
) {
  const number = await takeNumber(repositories, { state, origin })
  const printDate = new Date(log.now()).toISOString()
  const command = { type: 'FinalizeVoucher', number, printDate } as const
  const stream = voucherStream(state.content.voucherId)
  return repositories.vouchers.execute({ stream, command, origin })
}

/** A number that the client gave and another document has ends the voucher before it has one. */
async function takeNumber(
  repositories: VoucherRepositories,
  { state, origin }: { state: Finalizing; origin: Origin },
): Promise<string> {
  const { voucherId, serial, givenNumber, book, bookRevision } = state.request
  const taking = { serial, documentId: voucherId, given: givenNumber, origin }
  try {
    return await repositories.books.take({ ...taking, stream: book, after: BigInt(bookRevision) })
  } catch (error) {
    const isTaken = error instanceof Rejection && error.details[0]?.field === 'data.number'
    if (isTaken) await abandon(repositories, { state, origin })
    throw error
  }
}

async function abandon(
  repositories: VoucherRepositories,
  { state, origin }: { state: Finalizing; origin: Origin },
) {
  const { voucherId, claims } = state.content
  const command = { type: 'AbandonVoucher', voucherId, reason: 'numberTaken' } as const
  await repositories.vouchers.execute({ stream: voucherStream(voucherId), command, origin })
  await release(voucherClaimant(repositories), voucherId, { claims, origin })
}
