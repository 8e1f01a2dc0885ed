import { claimRepositories } from '#command/claims/repositories.ts'
import type { WantedDay } from '#command/claims/same-day.ts'
import type { Log } from '#command/event-sourcing/log.ts'
import { repositoryOf } from '#command/event-sourcing/repository.ts'
import { type NumberTaking, numberBooks } from '#command/numbering/number-books.ts'
import type { IntegratorAccess } from '#command/provider-documents/attempt.ts'
import type { CompanyReferences } from '#command/provider-documents/company.ts'
import type { Integrator } from '#command/providers/integrator/port.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import { keyHolder } from '#kernel/domain/person-name.ts'
import { notFound } from '#kernel/domain/rejection.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import { type ExpenseVoucherEvent, expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { Origin } from '#kernel/platform/recording/event-codec.ts'
import { bookStream, type Serial } from '../numbering/serial-books.ts'
import { expiredAttempt, type Timing } from './electronic-rules.ts'
import { type ElectronicVoucher, evolveElectronic } from './electronic-voucher.ts'
import {
  type Decision,
  type ExpenseVoucher,
  electronicOnly,
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

export const voucherRepositories = (log: Log) => ({
  vouchers: repositoryOf(log, {
    family: expenseVoucherEvents,
    aggregate: expenseVoucher,
    sealedFor: (event, before) => ({
      purpose: 'fiscal',
      person: keyHolder(sellerOf(event, before)?.taxNumber),
    }),
    brings: ({ type, data }) =>
      type === 'VoucherAbandoned' ? undefined : { existingId: data.voucherId },
  }),
  ...claimRepositories(log),
  books: numberBooks(log),
  bookOf: (serial: Serial) => bookStream(log, serial),
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
  const book = repositories.bookOf({ companyId, serial })
  const bookRevision = (await repositories.books.revision(book)).toString()
  return { serial, givenNumber, book, bookRevision }
}

/** The taking of the number for which a voucher's stream has a request. */
export const numberTakingOf = (
  { repositories }: Pick<ElectronicDependencies, 'repositories'>,
  { voucherId: documentId, origin }: VoucherTarget,
  { serial, givenNumber: given, book, bookRevision }: RequestedNumber,
): NumberTaking => ({
  serial,
  documentId,
  given,
  origin,
  stream: repositories.bookOf({ companyId: origin.companyId, serial }),
  requested: { stream: book, after: BigInt(bookRevision) },
})

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
