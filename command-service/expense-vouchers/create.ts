import type { Static } from 'typebox'
import { findOrPrevent } from '#command/claims/claimant.ts'
import { claim, releaseEnded } from '#command/claims/claiming.ts'
import type { Command } from '#command/event-sourcing/command.ts'
import { createOnce, refuseFenced } from '#command/event-sourcing/create-once.ts'
import type { CompleteRecord } from '#command/event-sourcing/idempotency.ts'
import { originOf } from '#command/event-sourcing/origin.ts'
import type { Loaded } from '#command/event-sourcing/repository.ts'
import type { TimeStep } from '#command/event-sourcing/step-times.ts'
import type { Drafting } from '#command/provider-documents/drafting.ts'
import type { CreatedVoucher } from '#kernel/contract/expense-vouchers.ts'
import { assertNever } from '#kernel/domain/assert-never.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import { toJsonNumber } from '#kernel/domain/money.ts'
import { personRefOf } from '#kernel/domain/person-name.ts'
import { Rejection, reject } from '#kernel/domain/rejection.ts'
import { unitNames } from '#kernel/domain/unit-name.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import type { ExpenseVoucherEvent } from '#kernel/events/expense-voucher.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import type { Origin } from '#kernel/platform/recording/event-codec.ts'
import { abandon, fenceVoucher, voucherClaimant } from './claims.ts'
import { finalize } from './complete.ts'
import type { Numbered } from './electronic-voucher.ts'
import { permittedDraft, type VoucherDraftingDependencies } from './permit.ts'
import {
  type ElectronicDependencies,
  execute,
  numberingOf,
  numberTakingOf,
  type VoucherTarget,
  voucherStream,
} from './repository.ts'
import {
  type Decision,
  type ExpenseVoucher,
  type FinalizationRequest,
  holdsNothing,
  type VoucherContent,
} from './voucher.ts'
import type { VoucherRequest } from './voucher-draft.ts'

export interface CreatingDependencies extends VoucherDraftingDependencies {
  readonly timed: TimeStep
}

type CurrentVoucher = Pick<Loaded<ExpenseVoucher>, 'state' | 'position'>

/** The create answer's data, and the position at which it can be read. */
export interface CreatedAt {
  readonly voucher: Static<typeof CreatedVoucher>
  readonly position: LogPosition
}

/** Claim, draft, number, finalize: each step is an event, and the recovery resumes after any of them. */
export function create(
  dependencies: CreatingDependencies,
  request: VoucherRequest,
  { context, command }: { readonly context: RequestContext; readonly command: Command },
): Promise<CreatedAt> {
  const { log, repositories } = dependencies
  const origin = originOf(context, command.id)
  const now = command.begunAt ?? log.now()
  return createOnce<CurrentVoucher, CreatedAt>(command, {
    kind: 'expenseVoucher',
    load: (voucherId) => repositories.vouchers.load(voucherStream(voucherId)),
    stands: ({ state }) => standingOf(state),
    create: (voucherId) =>
      draftAndFinish(dependencies, request, { context, documentId: voucherId, now }, origin),
    resume: (loaded) => finish(dependencies, loaded, origin),
    fence: async (voucherId) => {
      const fenced = await fenceVoucher(repositories, voucherId, origin)
      return holdsNothing(fenced.state) ? undefined : fenced
    },
  })
}

function standingOf(voucher: ExpenseVoucher) {
  if (voucher.status === 'none') return 'nowhere'
  const isFenced = voucher.status === 'abandoned' && voucher.reason === 'neverCreated'
  return isFenced ? 'fenced' : 'there'
}

async function draftAndFinish(
  dependencies: CreatingDependencies,
  request: VoucherRequest,
  drafting: Drafting,
  origin: Origin,
): Promise<CreatedAt> {
  const { log, repositories, timed } = dependencies
  const { documentId: voucherId } = drafting
  const { companyId } = origin
  const purpose = request.isDraft === true ? 'draft' : 'official'
  const permitted = permittedDraft(dependencies, request, { ...drafting, purpose })
  const { draft: voucherDraft, wanted } = await timed('facts', permitted)
  // Before the claims: what fails because of the book must not hold them against the next request.
  const finalization =
    request.isDraft === true
      ? null
      : { voucherId, ...(await numberingOf(dependencies, companyId, voucherDraft)) }
  const claims = await timed('claim', claim(voucherClaimant(repositories), wanted, origin))
  const personRef = personRefOf(log.vault, companyId, request.idNo)
  const content = { ...voucherDraft, voucherId, personRef, claims }
  const recorded = repositories.vouchers.execute({
    stream: voucherStream(voucherId),
    decision: draft(content, finalization),
    origin,
    isNew: true,
  })
  const drafted = await timed('record', recorded)
  const finished = finish(dependencies, drafted, origin)
  return finalization === null ? finished : timed('number', finished)
}

/** `finalization` is given when the voucher is to be finalized at once. */
export const draft =
  (content: VoucherContent, finalization: FinalizationRequest | null): Decision =>
  (voucher) => {
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
        return refuseFenced()
      default:
        return assertNever(voucher)
    }
  }

type FinishingDependencies = Pick<ElectronicDependencies, 'log' | 'repositories'>

/** Takes a voucher from where it is to where its request wants it. Asked again, it does nothing twice. */
export async function finish(
  dependencies: FinishingDependencies,
  { state, position }: CurrentVoucher,
  origin: Origin,
): Promise<CreatedAt> {
  switch (state.status) {
    case 'draft':
    case 'electronic':
      return { voucher: createdVoucher(state.content, null), position }
    case 'finalized':
      return { voucher: createdVoucher(state.content, state.finalization), position }
    case 'finalizing': {
      const { voucherId } = state.content
      const number = await takeNumber(dependencies, { state, origin })
      const printDate = instantOf(dependencies.log.now())
      const decision = finalize({ number, printDate })
      const finalized = await execute(dependencies, { voucherId, origin }, decision)
      return finish(dependencies, finalized, origin)
    }
    case 'abandoned':
      if (state.reason !== 'numberTaken' || state.request === null) return refuseGivenUp()
      return refuseNumber(dependencies, state.request, origin)
    case 'none':
    case 'deleted':
      return refuseGivenUp()
    default:
      return assertNever(state)
  }
}

/** Completes a voucher that exists; one that does not is prevented. */
export async function settleVoucher(
  dependencies: FinishingDependencies,
  { voucherId, origin }: VoucherTarget,
): Promise<CompleteRecord | undefined> {
  const { repositories } = dependencies
  const found = await findOrPrevent(voucherClaimant(repositories), voucherId, origin)
  if (found === undefined) return undefined
  origin.changes?.mayStand({ existingId: voucherId })
  const loaded = await repositories.vouchers.load(voucherStream(voucherId))
  const { position } = await finish(dependencies, loaded, origin)
  const { uuid, invoiceNumber } = found
  return { position, uuid, invoiceNumber }
}

const refuseGivenUp = () => reject('CONFLICT', 'The voucher was abandoned; send the request again.')

/** The refusal that the voucher was given up for: it names the document that has the number. */
async function refuseNumber(
  { repositories }: FinishingDependencies,
  { voucherId: documentId, serial, givenNumber: given }: FinalizationRequest,
  { companyId }: Origin,
): Promise<never> {
  const book = repositories.bookOf({ companyId, serial })
  await repositories.books.refuseTaken(book, { serial, documentId, given })
  return refuseGivenUp()
}

/** Abandons the voucher if another document has the number that the client gave. */
async function takeNumber(
  dependencies: FinishingDependencies,
  { state, origin }: { state: Extract<ExpenseVoucher, { status: 'finalizing' }>; origin: Origin },
): Promise<string> {
  const { repositories } = dependencies
  const { voucherId } = state.request
  const target = { voucherId, origin }
  try {
    return await repositories.books.take(numberTakingOf(dependencies, target, state.request))
  } catch (error) {
    const isTaken = error instanceof Rejection && error.details[0]?.field === 'data.number'
    if (isTaken) {
      const { claims } = state.content
      await execute(dependencies, target, abandon(voucherId, 'numberTaken'))
      await releaseEnded(voucherClaimant(repositories), voucherId, { claims, origin })
    }
    throw error
  }
}

/** The answer to a voucher's creation. */
export function createdVoucher(
  content: VoucherContent,
  finalization: Numbered | null,
): Static<typeof CreatedVoucher> {
  const seller = valueUnlessForgotten(content.seller)
  return {
    id: content.voucherId,
    source: content.source,
    sourceId: content.bankTransactionId,
    isDraft: finalization === null,
    isFinalized: finalization !== null,
    printDate: finalization?.printDate ?? null,
    serial: finalization?.serial ?? content.serial,
    number: finalization?.number ?? null,
    amount: toJsonNumber(content.amount),
    quantity: toJsonNumber(content.quantity),
    price: toJsonNumber(content.price),
    unitName: unitNames[content.unitType],
    attribute: content.attribute,
    template: { key: content.template.key, title: content.template.title },
    customer: { taxNumber: seller?.taxNumber ?? '', name: seller?.name ?? null },
  }
}
