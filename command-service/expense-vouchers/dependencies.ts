import { claimRepositories } from '#command/claims/repositories.ts'
import type { WantedDay } from '#command/claims/same-day.ts'
import { repositoryOf } from '#command/event-sourcing/repository.ts'
import type { Log } from '#command/event-sourcing/log.ts'
import { type NumberTaking, numberBooks } from '#command/numbering/number-books.ts'
import { type SerialsOf, serialBooks } from '#command/numbering/serial-books.ts'
import {
  attemptOnce,
  type CallOutcome,
  callOf,
  type FailedCall,
  type IntegratorAccess,
  integratorRule,
} from '#command/provider-documents/attempt.ts'
import type { CompanyReferences } from '#command/provider-documents/company.ts'
import type { Call, Integrator } from '#command/providers/integrator/port.ts'
import { detail } from '#kernel/domain/detail.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import type { RejectionCode } from '#kernel/domain/rejection.ts'
import { notFound, Rejection } from '#kernel/domain/rejection.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { Origin } from '#kernel/platform/recording/event-codec.ts'
import { type AttemptTiming, expiredAttempt, type Timing } from './electronic-rules.ts'
import {
  type Decision,
  type ElectronicVoucher,
  type ExpenseVoucher,
  electronicOnly,
  evolveElectronic,
  expenseVoucher,
  type FinalizationRequest,
  type VoucherContent,
} from './voucher.ts'

/** What the verbs of an electronic voucher need, and the recovery. */
export interface ElectronicDependencies extends IntegratorAccess {
  readonly log: Log
  readonly repositories: VoucherRepositories
  readonly integrator: Integrator
  readonly references: IntegratorAccess['references'] &
    CompanyReferences & {
      /** Whether the company has switched a bank account off. */
      readonly isPassive: (companyId: string, accountId: string) => boolean
      readonly timeZones: (companyId: string) => WantedDay['timeZones']
    }
  readonly timing: Omit<Timing, 'now'>
  readonly newUuid: () => string
  readonly logger: Logger
}

/** Everything that a voucher reads and writes in the log. */
export type VoucherRepositories = ReturnType<typeof voucherRepositories>

export const voucherRepositories = (
  log: Log,
  serialsOf: SerialsOf = () => Promise.resolve([]),
) => ({
  vouchers: repositoryOf(log, {
    family: expenseVoucherEvents,
    aggregate: expenseVoucher,
    sealedFor: (event, before) => ({
      purpose: 'fiscal',
      person: sellerOf(event, before)?.taxNumber ?? 'unidentified',
    }),
    brings: ({ type, data }) =>
      type === 'VoucherAbandoned' ? undefined : { existingId: data.voucherId },
  }),
  ...claimRepositories(log),
  books: numberBooks(log),
  booksOf: serialBooks(log, serialsOf),
})

/** The seller is the only person that a voucher's events are about. */
function sellerOf(event: ExpenseVoucherEvent, before: ExpenseVoucher) {
  const drafted = event.type === 'VoucherDrafted' ? event.data : null
  const content = drafted ?? ('content' in before ? before.content : null)
  return content === null ? null : valueUnlessForgotten(content.seller)
}

export const voucherStream = (voucherId: string) => `expenseVoucher-${voucherId}`

/** Where a voucher's number will come from. */
export type RequestedNumber = Pick<
  FinalizationRequest,
  'serial' | 'givenNumber' | 'book' | 'bookRevision'
>

/** Where a voucher's number will come from: none was taken for it up to the book's revision now. */
export async function numberingOf(
  { repositories }: Pick<ElectronicDependencies, 'repositories'>,
  companyId: string,
  { serial, givenNumber }: Pick<VoucherContent, 'serial' | 'givenNumber'>,
) {
  const { stream: book } = await repositories.booksOf({ companyId, serial })
  const bookRevision = (await repositories.books.revision(book)).toString()
  return { serial, givenNumber, book, bookRevision }
}

/** The taking of the number for which a voucher's stream has a request; released versions named books of other spellings. */
export async function numberTakingOf(
  { repositories }: Pick<ElectronicDependencies, 'repositories'>,
  { voucherId: documentId, origin }: VoucherTarget,
  { serial, givenNumber: given, book, bookRevision }: RequestedNumber,
): Promise<NumberTaking> {
  const books = await repositories.booksOf({ companyId: origin.companyId, serial })
  const isKnown = book === books.stream || books.others.includes(book)
  return {
    serial,
    documentId,
    given,
    origin,
    stream: books.stream,
    others: isKnown ? books.others : [...books.others, book],
    requested: { stream: book, after: BigInt(bookRevision) },
  }
}

/** The voucher that a command changes, and the origin of the command. */
export interface VoucherTarget {
  readonly voucherId: string
  readonly origin: Origin
}

/** An electronic voucher as loaded from its stream. */
export interface LoadedVoucher {
  readonly voucher: ElectronicVoucher
  readonly position: LogPosition
}

export const timingNow = ({ log, timing }: ElectronicDependencies): Timing => ({
  now: instantOf(log.now()),
  ...timing,
})

/** The company's electronic voucher, with no attempt that is past its deadline. */
export async function loadElectronic(
  dependencies: ElectronicDependencies,
  { voucherId, origin }: VoucherTarget,
): Promise<LoadedVoucher> {
  const loaded = await dependencies.repositories.vouchers.load(voucherStream(voucherId))
  if (loaded.companyId !== origin.companyId) return notFound('voucher')
  const voucher = electronicOnly(loaded.state)
  const expired = expiredAttempt(voucher, timingNow(dependencies))
  return { voucher: expired.reduce(evolveElectronic, voucher), position: loaded.position }
}

export const execute = (
  { repositories }: Pick<ElectronicDependencies, 'repositories'>,
  { voucherId, origin }: VoucherTarget,
  decision: Decision,
) => repositories.vouchers.execute({ stream: voucherStream(voucherId), decision, origin })

export async function executeElectronic(
  dependencies: ElectronicDependencies,
  target: VoucherTarget,
  decision: Decision,
): Promise<LoadedVoucher> {
  const { state, position } = await execute(dependencies, target, decision)
  return { voucher: electronicOnly(state), position }
}

type UnreadableCode = 'E_DOCUMENT_RESPONSE_INVALID' | 'E_DOCUMENT_RESULT_UNKNOWN'

interface ProviderCall<Answer extends object> {
  readonly start: (timing: AttemptTiming) => Decision
  readonly call: (voucher: ElectronicVoucher, call: Call) => Promise<CallOutcome<Answer>>
  readonly record: (
    recorded: AttemptTiming & { readonly outcome: CallOutcome<Answer> },
    attempt: { readonly started: ElectronicVoucher; readonly target: VoucherTarget },
  ) => Promise<LoadedVoucher>
  /** The refusal of a call whose answer cannot be read. */
  readonly unreadable: UnreadableCode
}

/** One call that may change the document at the provider: made at most once, its outcome recorded. */
export const callProvider = <Answer extends object>(
  dependencies: ElectronicDependencies,
  target: VoucherTarget,
  { start, call, record, unreadable }: ProviderCall<Answer>,
): Promise<LoadedVoucher> =>
  attemptOnce<LoadedVoucher, Answer>({
    origin: target.origin,
    closing: dependencies.closing,
    start: ({ attemptId, origin }) =>
      executeElectronic(
        dependencies,
        { ...target, origin },
        start({ attemptId, ...timingNow(dependencies) }),
      ),
    isCurrent: ({ voucher }, attemptId) => voucher.attempt?.id === attemptId,
    call: ({ voucher }, requestId) => {
      const { companyId } = target.origin
      return call(voucher, callOf(dependencies, voucher.content, { companyId, requestId }))
    },
    unknown: ({ voucher }, attemptId) =>
      outcomeUnknown({ attemptId, state: voucher.document.state }),
    record: (outcome, { attemptId, origin, started }) =>
      record(
        { attemptId, outcome, ...timingNow(dependencies) },
        { started: started.voucher, target: { ...target, origin } },
      ),
    refusal: (failed, attemptId, { voucher }) =>
      refusalOf(failed, { attemptId, unreadable, state: voucher.document.state }),
  })

/** The refusal of a call that did not succeed. */
export function refusalOf(
  failed: FailedCall,
  of: { attemptId: string; unreadable: UnreadableCode; state: string },
): Rejection {
  const { kind, errorCode, errorMessage } = failed
  const { attemptId, unreadable, state } = of
  const members = { state, attemptId, errorCode }
  if (kind !== 'unknown') {
    const message = `The provider has refused it: ${errorMessage}`
    const refused = detail('integrator', integratorRule(failed), members)
    return new Rejection('E_DOCUMENT_REJECTED', message, [refused])
  }
  const code: RejectionCode = errorCode === 'UNREADABLE' ? unreadable : 'E_DOCUMENT_RESULT_UNKNOWN'
  const rule = code === 'E_DOCUMENT_RESPONSE_INVALID' ? 'malformed' : 'unknown'
  return new Rejection(code, UNKNOWN, [detail('integrator', rule, members)])
}

const UNKNOWN = 'It is not known what the provider has done; ask for the status of the document.'

/** The answer to a call whose outcome could not be recorded. */
export const outcomeUnknown = (of: { readonly attemptId: string; readonly state: string }) =>
  new Rejection('E_DOCUMENT_RESULT_UNKNOWN', UNKNOWN, [detail('integrator', 'unknown', of)])
