import { assertNever } from '#kernel/domain/assert-never.ts'
import {
  type ElectronicDocument,
  evolveDocument,
  importedDocument,
  newElectronicDocument,
} from '#kernel/events/electronic-document.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import type { State } from '#kernel/events/voucher-life.ts'

type Of<Type extends ExpenseVoucherEvent['type']> = Extract<ExpenseVoucherEvent, { type: Type }>
type Content = Of<'VoucherDrafted'>['data']
type Acceptance = Of<'ProviderAccepted'>['data']

/** What a finalized voucher is called. */
export type Numbered = Pick<Of<'VoucherFinalized'>['data'], 'serial' | 'number' | 'printDate'>

/** What is known of an electronic voucher in every state of its document. */
interface Electronic {
  readonly status: 'electronic'
  readonly content: Content
  /** The ids of all attempts: none begins twice. */
  readonly begun: readonly string[]
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
  readonly finalization: Numbered | null
  /** Cancelled at the authority: it holds its number, and neither its transaction nor its day. */
  readonly isCancelled: boolean
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

/** Accepted by the provider, and not complete here. */
export const isIncomplete = (voucher: ElectronicVoucher): voucher is IncompleteVoucher =>
  voucher.acceptance !== null && voucher.finalization === null

type IncompleteVoucher = VoucherAtProvider & { readonly acceptance: Acceptance }

export const draftedElectronic = (content: Content): ElectronicVoucher => ({
  status: 'electronic',
  content,
  document: { ...newElectronicDocument(content.environment ?? 'test'), ...neverPrepared },
  begun: [],
  lateAttemptId: null,
  wrongCodes: 0,
  ...nothingAtProvider,
})

/** What another system issued: the provider accepted it there, and is never asked about it here. */
export const importedElectronic = (
  content: Content,
  imported: Of<'VoucherImported'>['data'] & { readonly uuid: string },
  isCancelled: boolean,
): ElectronicVoucher => ({
  ...draftedElectronic(content),
  document: { ...importedDocument(imported), uuid: imported.uuid, state: 'sent' },
  deletedFrom: null,
  finalization: imported,
  isCancelled,
})

/** Finalized without an acceptance here. */
export const isImported = ({ acceptance, finalization }: ElectronicVoucher): boolean =>
  acceptance === null && finalization !== null

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
  isCancelled: false,
} as const

function changeBy(event: ExpenseVoucherEvent, voucher: ElectronicVoucher): Partial<Known> {
  switch (event.type) {
    case 'PreparationStarted':
    case 'SubmissionStarted':
      return begin(voucher, event.data.attemptId, event.data.startedAt)
    case 'SmsRequested':
      return begin(voucher, event.data.attemptId, event.data.requestedAt)
    case 'DeletionStarted': {
      const { attemptId, startedAt, state: deletedFrom } = event.data
      return { ...begin(voucher, attemptId, startedAt), deletedFrom }
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
    case 'VoucherCancelled':
      return { isCancelled: true }
    case 'VoucherDrafted':
    case 'VoucherImported':
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

const begin = ({ begun }: Electronic, id: string, startedAt: string) => ({
  attempt: { id, startedAt },
  begun: [...begun, id],
})

/** Whether a refused submission was about the verification code alone. */
export const isCodeProblem = (errorCode: string): boolean =>
  errorCode === 'CODE_WRONG' || errorCode === 'CODE_EXPIRED'

/** The answer to a status question has no attempt id, so it ends no attempt. */
const unanswered = (
  { attempt }: ElectronicVoucher,
  { attemptId }: { readonly attemptId: string | null },
) => (attempt?.id === attemptId ? null : attempt)
