import { claim } from '#command/claims/claiming.ts'
import { refuseConflicts } from '#command/claims/conflicts.ts'
import type { Command } from '#command/event-sourcing/idempotency.ts'
import { originOf } from '#command/event-sourcing/origin.ts'
import { recordIdFrom } from '#kernel/domain/ids.ts'
import { isRefusal, reject } from '#kernel/domain/rejection.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import type { Origin } from '#kernel/platform/recording.ts'
import { previewedVoucher } from '../created-voucher.ts'
import type { VoucherDraft, VoucherRequest } from '../voucher-draft.ts'
import { abandonVoucher, isGivenUp, voucherClaimant } from './claims.ts'
import { finishVoucher, type Issued } from './finish-voucher.ts'
import { type DraftingParts, permittedDraft } from './permitted-draft.ts'
import { numberBookStream, voucherStream } from './repositories.ts'

const MAX_PLACES = 20

export interface VoucherIssuing {
  readonly preview: (
    request: VoucherRequest,
    context: RequestContext,
  ) => Promise<ReturnType<typeof previewedVoucher>>
  /** Claim, draft, number, finalize: each step is an event, and the recovery goes on from any of them. */
  readonly create: (
    request: VoucherRequest,
    context: RequestContext,
    command: Command,
  ) => Promise<Issued>
}

export const voucherIssuing = (parts: DraftingParts): VoucherIssuing => ({
  preview: (request, context) => preview(parts, request, context),
  create: (request, context, command) => create(parts, request, { context, command }),
})

async function preview(parts: DraftingParts, request: VoucherRequest, context: RequestContext) {
  const { log, repositories } = parts
  const asked = { ...request, allowDuplicate: true }
  const drafting = { context, voucherId: 'preview', now: log.now() }
  const { draft, wanted } = await permittedDraft(parts, asked, drafting)
  await refuseConflicts(voucherClaimant(repositories), wanted)
  const book = numberBookStream(log, context.caller.companyId, draft.serial)
  const { givenNumber } = draft
  const expected =
    givenNumber === null ? await repositories.books.expectedNumber(book) : BigInt(givenNumber)
  return previewedVoucher(draft, expected)
}

interface Asked {
  readonly context: RequestContext
  readonly command: Command
}

async function create(parts: DraftingParts, request: VoucherRequest, asked: Asked) {
  const { log, repositories } = parts
  const { context, command } = asked
  const origin = originOf(context, command.id)
  const { voucherId, begun } = await placeOf(parts, command)
  if (begun !== undefined) return finishVoucher(repositories, log, { ...begun, origin })
  // What an earlier try sent may still be on its way: it must not arrive behind a refusal.
  try {
    return await begin(parts, request, { voucherId, origin, ...asked })
  } catch (error) {
    if (!command.isRepeated || !isRefusal(error)) throw error
    const { state, position } = await abandonVoucher(repositories, voucherId, origin)
    if (isGivenUp(state)) throw error
    return finishVoucher(repositories, log, { state, position, origin })
  }
}

interface Begun extends Asked {
  readonly voucherId: string
  readonly origin: Origin
}

async function begin(parts: DraftingParts, request: VoucherRequest, begun: Begun) {
  const { log, repositories } = parts
  const { context, command, voucherId, origin } = begun
  const now = command.begunAt ?? log.now()
  const { draft, wanted } = await permittedDraft(parts, request, { context, voucherId, now })
  const claims = await claim(voucherClaimant(repositories), wanted, origin)
  const { companyId } = context.caller
  const personRef = log.vault.pseudonym('person', companyId, request.idNo)
  const content = { ...draft, voucherId, personRef, claims }
  const isDraft = request.isDraft === true
  const finalization = isDraft ? null : await finalizationOf(parts, draft, { voucherId, companyId })
  const { state, position } = await repositories.vouchers.execute({
    stream: voucherStream(voucherId),
    command: { type: 'DraftVoucher', content, finalization },
    origin,
    isNew: true,
  })
  return finishVoucher(repositories, log, { state, position, origin })
}

/**
 * The command's voucher, and what an earlier try has made of it. One that the recovery has fenced
 * off meanwhile never comes into being: the command goes on with another one.
 */
async function placeOf({ repositories }: DraftingParts, command: Command) {
  for (let place = 1; place <= MAX_PLACES; place++) {
    const purpose = place === 1 ? 'expenseVoucher' : `expenseVoucher/${place}`
    const voucherId = recordIdFrom(command.id, purpose)
    if (!command.isRepeated) return { voucherId, begun: undefined }
    const begun = await repositories.vouchers.load(voucherStream(voucherId))
    if (begun.state.status === 'none') return { voucherId, begun: undefined }
    const isFenced = begun.state.status === 'abandoned' && begun.state.reason === 'neverCreated'
    if (!isFenced) return { voucherId, begun }
  }
  return reject('CONFLICT', 'The voucher was given up too often; send it anew.')
}

async function finalizationOf(
  { log, repositories }: DraftingParts,
  { serial, givenNumber }: VoucherDraft,
  { voucherId, companyId }: { voucherId: string; companyId: string },
) {
  const book = numberBookStream(log, companyId, serial)
  const bookRevision = (await repositories.books.revision(book)).toString()
  return { voucherId, serial, givenNumber, book, bookRevision }
}
