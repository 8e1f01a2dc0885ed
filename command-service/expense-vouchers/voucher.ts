import type { Aggregate, Decision as Deciding } from '#kernel/domain/aggregate.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { notFound, reject } from '#kernel/domain/rejection.ts'
import {
  type ElectronicDocument,
  evolveDocument,
  newElectronicDocument,
} from '#kernel/events/electronic-document.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import type { State } from '#kernel/events/voucher-life.ts'

type Of<Type extends ExpenseVoucherEvent['type']> = Extract<ExpenseVoucherEvent, { type: Type }>

/** All that is known about a voucher from the moment it is drafted. */
export type VoucherContent = Of<'VoucherDrafted'>['data']
export type FinalizationRequest = Of<'FinalizationRequested'>['data']
type Acceptance = Of<'ProviderAccepted'>['data']
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
      readonly finalization: Finalization
    }
  | ElectronicVoucher
  | { readonly status: 'deleted'; readonly content: VoucherContent }
  | {
      readonly status: 'abandoned'
      readonly reason: Abandonment
      /** What was asked for, where the voucher was given up for its number. */
      readonly request: FinalizationRequest | null
    }

/** What is known of an electronic voucher in every state of its document. */
interface Electronic {
  readonly status: 'electronic'
  readonly content: VoucherContent
  /** The last attempt whose answer came too late to count. */
  readonly lateAttemptId: string | null
  /** Codes of the last SMS that the provider refused. */
  readonly wrongCodes: number
}

/** It gets its uuid when it is prepared for the first time, so the provider cannot know it. */
type NeverPrepared = Electronic &
  typeof nothingAtProvider & { readonly document: ElectronicDocument & typeof neverPrepared }

interface AtProvider extends Electronic {
  /** The last call to the provider that has no clear answer yet. */
  readonly attempt: Attempt | null
  /** What the provider accepted, and where the local number comes from. */
  readonly acceptance: Acceptance | null
  readonly finalization: Finalization | null
}

interface OncePrepared extends AtProvider {
  readonly document: ElectronicDocument & {
    readonly uuid: string
    readonly state: Exclude<State, 'deleting'>
  }
  readonly deletedFrom: null
}

interface BeingDeleted extends AtProvider {
  readonly document: ElectronicDocument & { readonly uuid: string; readonly state: 'deleting' }
  /** The state to go back to when the provider refuses the deletion. */
  readonly deletedFrom: Of<'DeletionStarted'>['data']['state']
}

interface Attempt {
  readonly id: string
  readonly startedAt: string
}

/** Has been prepared once, or is being prepared: the provider may know the document by its uuid. */
export type VoucherAtProvider = OncePrepared | BeingDeleted
export type ElectronicVoucher = NeverPrepared | VoucherAtProvider

export const isAtProvider = (voucher: ElectronicVoucher): voucher is VoucherAtProvider =>
  voucher.document.uuid !== null

/** Each verb's file holds its decisions. */
export type Decision = Deciding<ExpenseVoucher, ExpenseVoucherEvent>

export const expenseVoucher: Aggregate<ExpenseVoucherEvent, ExpenseVoucher> = {
  initial: { status: 'none' },

  evolve(voucher, event) {
    switch (event.type) {
      case 'VoucherDrafted':
        return drafted(event.data)
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
  content.documentMode === 'paper'
    ? { status: 'draft', content }
    : {
        status: 'electronic',
        content,
        document: { ...newElectronicDocument(content.environment ?? 'test'), ...neverPrepared },
        lateAttemptId: null,
        wrongCodes: 0,
        ...nothingAtProvider,
      }

function evolvePaper(voucher: ExpenseVoucher, event: ExpenseVoucherEvent): ExpenseVoucher {
  switch (event.type) {
    case 'FinalizationRequested':
      return { status: 'finalizing', content: contentOf(voucher), request: event.data }
    case 'VoucherFinalized':
      return { status: 'finalized', content: contentOf(voucher), finalization: event.data }
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
    case 'DraftDeleted':
    case 'VoucherAbandoned':
    case 'PreparationUnknown':
    case 'SmsUnknown':
    case 'SubmissionUnknown':
    case 'LocalCompletionFailed':
    case 'StatusChecked':
    case 'OutcomeResolved':
      throw new Error(`${event.type} on a voucher that is ${voucher.status}`)
    default:
      return assertNever(event)
  }
}

/** The voucher after one more event that does not end it. */
export const evolveElectronic = (
  voucher: ElectronicVoucher,
  event: ExpenseVoucherEvent,
): ElectronicVoucher =>
  possible(evolveDocument(voucher.document, event), { ...voucher, ...changeBy(event, voucher) })

type Known = AtProvider & Pick<ElectronicVoucher, 'deletedFrom'>

/** Tables show whatever was written; a decision rests on what is possible alone. */
function possible(document: ElectronicDocument, known: Known): ElectronicVoucher {
  const { uuid, state } = document
  const { deletedFrom } = known
  if (uuid === null && state === 'draft')
    return { ...known, document: { ...document, ...neverPrepared }, ...nothingAtProvider }
  if (uuid !== null && state !== 'deleting')
    return { ...known, document: { ...document, uuid, state }, deletedFrom: null }
  if (uuid !== null && state === 'deleting' && deletedFrom !== null)
    return { ...known, document: { ...document, uuid, state }, deletedFrom }
  throw new Error(`a document that is ${state} has no uuid`)
}

const neverPrepared = { uuid: null, state: 'draft' } as const

const nothingAtProvider = {
  attempt: null,
  deletedFrom: null,
  acceptance: null,
  finalization: null,
} as const

function changeBy(event: ExpenseVoucherEvent, voucher: ElectronicVoucher): Partial<Known> {
  switch (event.type) {
    case 'PreparationStarted':
    case 'SubmissionStarted': {
      const { attemptId: id, startedAt } = event.data
      return { attempt: { id, startedAt } }
    }
    case 'SmsRequested': {
      const { attemptId: id, requestedAt: startedAt } = event.data
      return { attempt: { id, startedAt } }
    }
    case 'DeletionStarted': {
      const { attemptId: id, startedAt, state: deletedFrom } = event.data
      return { attempt: { id, startedAt }, deletedFrom }
    }
    case 'SmsSent':
    case 'VoucherPrepared':
      return { attempt: unanswered(voucher, event.data), wrongCodes: 0 }
    case 'CodeRefused': {
      const wrongCodes = voucher.wrongCodes + (isCodeProblem(event.data.errorCode) ? 1 : 0)
      return { attempt: unanswered(voucher, event.data), wrongCodes }
    }
    case 'PreparationRefused':
    case 'SmsRefused':
    case 'SubmissionRefused':
    case 'DeletionRefused':
    case 'DeletionUnknown':
      return { attempt: unanswered(voucher, event.data) }
    case 'ProviderAccepted':
      return { attempt: unanswered(voucher, event.data), acceptance: event.data }
    case 'LateAnswerReceived':
      return { lateAttemptId: event.data.attemptId }
    case 'VoucherFinalized':
      return { finalization: event.data }
    case 'VoucherDrafted':
    case 'DraftDeleted':
    case 'VoucherAbandoned':
    case 'FinalizationRequested':
    case 'PreparationUnknown':
    case 'SmsUnknown':
    case 'SubmissionUnknown':
    case 'LocalCompletionFailed':
    case 'StatusChecked':
    case 'OutcomeResolved':
      return {}
    default:
      return assertNever(event)
  }
}

/** Whether a refused submission was about the verification code alone. */
export const isCodeProblem = (errorCode: string): boolean =>
  errorCode === 'CODE_WRONG' || errorCode === 'CODE_EXPIRED'

/** The answer to a status question has no attempt id, so it ends no attempt. */
const unanswered = (
  { attempt }: ElectronicVoucher,
  { attemptId }: { readonly attemptId: string | null },
) => (attempt?.id === attemptId ? null : attempt)

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

/** Accepted by the provider, and not complete here. */
export const isIncomplete = (voucher: ElectronicVoucher): voucher is IncompleteVoucher =>
  voucher.acceptance !== null && voucher.finalization === null

type IncompleteVoucher = VoucherAtProvider & { readonly acceptance: Acceptance }

export const isGivenUp = (voucher: ExpenseVoucher) =>
  voucher.status === 'abandoned' || voucher.status === 'deleted'
