import { assertNever } from '#kernel/domain/assert-never.ts'
import type { Decider } from '#kernel/domain/decider.ts'
import { notFound, reject } from '#kernel/domain/rejection.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import type { ElectronicCommand } from './electronic/commands.ts'
import { decideElectronic } from './electronic/decide.ts'
import {
  draftedElectronic,
  type ElectronicVoucher,
  evolveElectronic,
} from './electronic/electronic-voucher.ts'
import { refusePaper } from './electronic/refusals.ts'
import type {
  Abandonment,
  Finalization,
  FinalizationRequest,
  VoucherContent,
} from './voucher-content.ts'

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
type AbandonVoucher = {
  readonly type: 'AbandonVoucher'
  readonly voucherId: string
  readonly reason: Abandonment
}

export type ExpenseVoucherCommand =
  | DraftVoucher
  | FinalizeVoucher
  | AbandonVoucher
  | ElectronicCommand

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
  | ElectronicVoucher
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
      case 'AbandonVoucher':
        return abandon(command, voucher)
      case 'DeleteVoucher':
        return voucher.status === 'electronic'
          ? decideElectronic(command, voucher)
          : deleteDraft(voucher)
      case 'GoOnDeleting':
      case 'RecordDeletion':
        return voucher.status === 'deleted'
          ? []
          : decideElectronic(command, electronicOnly(voucher))
      default:
        return decideElectronic(command, electronicOnly(voucher))
    }
  },

  evolve(voucher, event) {
    switch (event.type) {
      case 'VoucherDrafted':
        return event.data.documentMode === 'electronic'
          ? draftedElectronic(event.data)
          : { status: 'draft', content: event.data }
      case 'DraftDeleted':
        return { status: 'deleted', content: contentOf(voucher) }
      case 'VoucherAbandoned':
        return { status: 'abandoned', reason: event.data.reason }
      default:
        return voucher.status === 'electronic'
          ? evolveElectronic(voucher, event)
          : evolvePaper(voucher, event)
    }
  },
}

function evolvePaper(voucher: ExpenseVoucher, event: ExpenseVoucherEvent): ExpenseVoucher {
  switch (event.type) {
    case 'FinalizationRequested':
      return { status: 'finalizing', content: contentOf(voucher), request: event.data }
    case 'VoucherFinalized':
      return { status: 'finalized', content: contentOf(voucher), finalization: event.data }
    default:
      throw new Error(`${event.type} on a voucher that is ${voucher.status}`)
  }
}

/** What electronic documents alone can do. */
export function electronicOnly(voucher: ExpenseVoucher): ElectronicVoucher {
  switch (voucher.status) {
    case 'electronic':
      return voucher
    case 'draft':
    case 'finalizing':
    case 'finalized':
      return refusePaper()
    case 'none':
    case 'deleted':
    case 'abandoned':
      return notFound('voucher')
    default:
      return assertNever(voucher)
  }
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
    case 'electronic':
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

function finalize(command: FinalizeVoucher, voucher: ExpenseVoucher): ExpenseVoucherEvent[] {
  switch (voucher.status) {
    case 'finalizing':
      return [finalized(command, voucher.content, voucher.request.serial)]
    case 'electronic':
      return finalizeElectronic(command, voucher)
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

/** Once the provider has accepted it; an earlier failure to complete it does not matter. */
function finalizeElectronic(command: FinalizeVoucher, voucher: ElectronicVoucher) {
  const { acceptance, finalization, content } = voucher
  if (finalization !== null) return []
  if (acceptance === null) return reject('CONFLICT', 'This voucher is not being finalized.')
  return [finalized(command, content, acceptance.serial)]
}

function finalized(
  { number, printDate }: FinalizeVoucher,
  { voucherId, template, quantity, unitType, bankTransactionId }: VoucherContent,
  serial: string,
): ExpenseVoucherEvent {
  const { material } = template
  const stockMovement = { direction: 'in', material, quantity, unitType } as const
  const data = { voucherId, serial, number, printDate, stockMovement, bankTransactionId }
  return { type: 'VoucherFinalized', data }
}

function deleteDraft(voucher: Exclude<ExpenseVoucher, ElectronicVoucher>): ExpenseVoucherEvent[] {
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
