import { assertNever } from '#kernel/domain/assert-never.ts'
import type { Decider } from '#kernel/domain/decider.ts'
import { notFound, reject } from '#kernel/domain/rejection.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'

type Of<Type extends ExpenseVoucherEvent['type']> = Extract<ExpenseVoucherEvent, { type: Type }>

/** All that is known about a voucher from the moment it is drafted. */
export type VoucherContent = Of<'VoucherDrafted'>['data']
export type FinalizationRequest = Of<'FinalizationRequested'>['data']
export type Finalization = Of<'VoucherFinalized'>['data']
export type VoucherClaims = VoucherContent['claims']
type Abandonment = Of<'VoucherAbandoned'>['data']['reason']

type DraftVoucher = {
  readonly type: 'DraftVoucher'
  readonly content: VoucherContent
  /** Given when the voucher is to be finalized at once. */
  readonly finalization: FinalizationRequest | null
}
type FinalizeVoucher = {
  readonly type: 'FinalizeVoucher'
  readonly number: string
  readonly printDate: string
}
type DeleteDraft = { readonly type: 'DeleteDraft' }
type AbandonVoucher = {
  readonly type: 'AbandonVoucher'
  readonly voucherId: string
  readonly reason: Abandonment
}

export type ExpenseVoucherCommand = DraftVoucher | FinalizeVoucher | DeleteDraft | AbandonVoucher

export type ExpenseVoucher =
  | { readonly status: 'none' }
  | { readonly status: 'draft'; readonly content: VoucherContent }
  | {
      readonly status: 'finalizing'
      readonly content: VoucherContent
      readonly request: FinalizationRequest
    }
  | {
      readonly status: 'finalized'
      readonly content: VoucherContent
      readonly finalization: Finalization
    }
  | { readonly status: 'deleted'; readonly content: VoucherContent }
  | { readonly status: 'abandoned'; readonly reason: Abandonment }

export const expenseVoucher: Decider<ExpenseVoucherCommand, ExpenseVoucherEvent, ExpenseVoucher> = {
  initial: { status: 'none' },

  decide(command, voucher) {
    switch (command.type) {
      case 'DraftVoucher':
        return draft(command, voucher)
      case 'FinalizeVoucher':
        return finalize(command, voucher)
      case 'DeleteDraft':
        return deleteDraft(voucher)
      case 'AbandonVoucher':
        return abandon(command, voucher)
      default:
        return assertNever(command)
    }
  },

  evolve(voucher, event) {
    switch (event.type) {
      case 'VoucherDrafted':
        return { status: 'draft', content: event.data }
      case 'FinalizationRequested':
        return { status: 'finalizing', content: contentOf(voucher), request: event.data }
      case 'VoucherFinalized':
        return { status: 'finalized', content: contentOf(voucher), finalization: event.data }
      case 'DraftDeleted':
        return { status: 'deleted', content: contentOf(voucher) }
      case 'VoucherAbandoned':
        return { status: 'abandoned', reason: event.data.reason }
      default:
        return assertNever(event)
    }
  },
}

function draft(
  { content, finalization }: DraftVoucher,
  voucher: ExpenseVoucher,
): ExpenseVoucherEvent[] {
  switch (voucher.status) {
    case 'none': {
      const drafted: ExpenseVoucherEvent = { type: 'VoucherDrafted', data: content }
      if (finalization === null) return [drafted]
      return [drafted, { type: 'FinalizationRequested', data: finalization }]
    }
    case 'draft':
    case 'finalizing':
    case 'finalized':
      return []
    case 'deleted':
    case 'abandoned':
      return reject(
        'CONFLICT',
        'This voucher was given up before it came into being; send it anew.',
      )
    default:
      return assertNever(voucher)
  }
}

function finalize(
  { number, printDate }: FinalizeVoucher,
  voucher: ExpenseVoucher,
): ExpenseVoucherEvent[] {
  switch (voucher.status) {
    case 'finalizing': {
      const { voucherId, template, quantity, unitType, bankTransactionId } = voucher.content
      const { material } = template
      const { serial } = voucher.request
      const stockMovement = { direction: 'in', material, quantity, unitType } as const
      const data = { voucherId, serial, number, printDate, stockMovement, bankTransactionId }
      return [{ type: 'VoucherFinalized', data }]
    }
    case 'finalized':
      return []
    case 'none':
      return notFound('voucher')
    case 'draft':
    case 'deleted':
    case 'abandoned':
      return reject('CONFLICT', 'This voucher is not being finalized.')
    default:
      return assertNever(voucher)
  }
}

function deleteDraft(voucher: ExpenseVoucher): ExpenseVoucherEvent[] {
  switch (voucher.status) {
    case 'draft': {
      const { voucherId, bankTransactionId, claims } = voucher.content
      return [{ type: 'DraftDeleted', data: { voucherId, bankTransactionId, claims } }]
    }
    case 'finalizing':
    case 'finalized':
      return reject('CONFLICT', 'A finalized voucher cannot be deleted.')
    case 'none':
    case 'deleted':
    case 'abandoned':
      return notFound('voucher')
    default:
      return assertNever(voucher)
  }
}

/** Fences off a voucher that was never written, or gives up one whose given number another one has. */
function abandon(
  { voucherId, reason }: AbandonVoucher,
  voucher: ExpenseVoucher,
): ExpenseVoucherEvent[] {
  const claims = voucher.status === 'finalizing' ? voucher.content.claims : null
  const given: ExpenseVoucherEvent = {
    type: 'VoucherAbandoned',
    data: { voucherId, reason, claims },
  }
  if (voucher.status === 'none' && reason === 'neverCreated') return [given]
  if (voucher.status === 'finalizing' && reason === 'numberTaken') return [given]
  return []
}

function contentOf(voucher: ExpenseVoucher): VoucherContent {
  if ('content' in voucher) return voucher.content
  throw new Error(`a voucher that is ${voucher.status} has no content`)
}
