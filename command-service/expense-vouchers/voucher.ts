import type { Aggregate, Decision as Deciding } from '#kernel/domain/aggregate.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { notFound, reject } from '#kernel/domain/rejection.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import {
  draftedElectronic,
  type ElectronicVoucher,
  evolveElectronic,
  importedElectronic,
  type Numbered,
} from './electronic-voucher.ts'

type Of<Type extends ExpenseVoucherEvent['type']> = Extract<ExpenseVoucherEvent, { type: Type }>

/** All that is known about a voucher from the moment it is drafted. */
export type VoucherContent = Of<'VoucherDrafted'>['data']
export type FinalizationRequest = Of<'FinalizationRequested'>['data']
export type Finalization = Of<'VoucherFinalized'>['data']
export type Abandonment = Of<'VoucherAbandoned'>['data']['reason']

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
      readonly finalization: Numbered
      readonly isCancelled: boolean
    }
  | ElectronicVoucher
  | { readonly status: 'deleted'; readonly content: VoucherContent }
  | {
      readonly status: 'abandoned'
      readonly reason: Abandonment
      /** What was asked for, where the voucher was given up for its number. */
      readonly request: FinalizationRequest | null
    }

/** Each verb's file holds its decisions. */
export type Decision = Deciding<ExpenseVoucher, ExpenseVoucherEvent>

export const expenseVoucher: Aggregate<ExpenseVoucherEvent, ExpenseVoucher> = {
  initial: { status: 'none' },

  evolve(voucher, event) {
    switch (event.type) {
      case 'VoucherDrafted':
        return drafted(event.data)
      case 'VoucherImported':
        return imported(event.data)
      case 'DraftDeleted':
        return { status: 'deleted', content: contentOf(voucher) }
      case 'VoucherAbandoned':
        return {
          status: 'abandoned',
          reason: event.data.reason,
          request: voucher.status === 'finalizing' ? voucher.request : null,
        }
      default:
        return voucher.status === 'electronic'
          ? evolveElectronic(voucher, event)
          : evolvePaper(voucher, event)
    }
  },
}

const drafted = (content: VoucherContent): ExpenseVoucher =>
  content.documentMode === 'paper' ? { status: 'draft', content } : draftedElectronic(content)

/** It is complete from the beginning. */
function imported(data: Of<'VoucherImported'>['data']): ExpenseVoucher {
  const content = { ...data, givenNumber: data.number }
  const isCancelled = data.cancelledAt !== null
  return data.uuid === null
    ? { status: 'finalized', content, finalization: data, isCancelled }
    : importedElectronic(content, { ...data, uuid: data.uuid }, isCancelled)
}

function evolvePaper(voucher: ExpenseVoucher, event: ExpenseVoucherEvent): ExpenseVoucher {
  switch (event.type) {
    case 'FinalizationRequested':
      return { status: 'finalizing', content: contentOf(voucher), request: event.data }
    case 'VoucherFinalized':
      return {
        status: 'finalized',
        content: contentOf(voucher),
        finalization: event.data,
        isCancelled: false,
      }
    case 'PreparationStarted':
    case 'SubmissionStarted':
    case 'SmsRequested':
    case 'DeletionStarted':
    case 'SmsSent':
    case 'VoucherPrepared':
    case 'CodeRefused':
    case 'PreparationRefused':
    case 'SmsRefused':
    case 'SubmissionRefused':
    case 'DeletionRefused':
    case 'DeletionUnknown':
    case 'ProviderAccepted':
    case 'LateAnswerReceived':
    case 'VoucherDrafted':
    case 'VoucherImported':
    case 'DraftDeleted':
    case 'VoucherAbandoned':
    case 'PreparationUnknown':
    case 'SmsUnknown':
    case 'SubmissionUnknown':
    case 'LocalCompletionFailed':
    case 'StatusChecked':
    case 'OutcomeResolved':
    case 'VoucherCancelled':
      throw new Error(`${event.type} on a voucher that is ${voucher.status}`)
    default:
      return assertNever(event)
  }
}

function contentOf(voucher: ExpenseVoucher): VoucherContent {
  if ('content' in voucher) return voucher.content
  throw new Error(`a voucher that is ${voucher.status} has no content`)
}

/** Refuses what only electronic vouchers can do. */
export function electronicOnly(voucher: ExpenseVoucher): ElectronicVoucher {
  switch (voucher.status) {
    case 'electronic':
      return voucher
    case 'draft':
    case 'finalizing':
    case 'finalized':
      return reject('E_DOCUMENT_PAPER', 'This is a paper voucher.')
    case 'none':
    case 'deleted':
    case 'abandoned':
      return notFound('voucher')
    default:
      return assertNever(voucher)
  }
}

/** Its claims are released, or whoever wants them releases them; a cancelled voucher is not a live document. */
export const holdsNothing = (voucher: ExpenseVoucher): boolean =>
  voucher.status === 'abandoned' ||
  voucher.status === 'deleted' ||
  ('isCancelled' in voucher && voucher.isCancelled)
