import { previewedVoucher } from '#command/modules/expense-vouchers/created-voucher.ts'
import type {
  VoucherDraft,
  VoucherRequest,
} from '#command/modules/expense-vouchers/voucher-draft.ts'
import type { Command } from '#command/store/idempotency.ts'
import { originOf } from '#command/store/origin.ts'
import { recordIdFrom } from '#kernel/domain/ids.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import { claim, release } from './claims.ts'
import { finishVoucher, type Issued } from './finish-voucher.ts'
import { type DraftingParts, permittedDraft, refuseConflicts } from './permitted-draft.ts'
import { voucherStream } from './repositories.ts'

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
  readonly deleteDraft: (
    voucherId: string,
    context: RequestContext,
    command: Command,
  ) => Promise<{ readonly position: bigint }>
}

export const voucherIssuing = (parts: DraftingParts): VoucherIssuing => ({
  preview: (request, context) => preview(parts, request, context),
  create: (request, context, command) => create(parts, request, { context, command }),
  deleteDraft: (voucherId, context, command) => deleteDraft(parts, voucherId, { context, command }),
})

async function preview(parts: DraftingParts, request: VoucherRequest, context: RequestContext) {
  const { repositories } = parts
  const asked = { ...request, allowDuplicate: true }
  const { draft, wanted } = await permittedDraft(parts, asked, { context, voucherId: 'preview' })
  await refuseConflicts(repositories, wanted)
  const book = bookOf(parts, context.caller.companyId, draft.serial)
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
  const { companyId } = context.caller
  const origin = originOf(context, command.id)
  const voucherId = recordIdFrom(command.id, 'expenseVoucher')
  const begun = command.isRepeated ? await resume(parts, voucherId, asked) : undefined
  if (begun !== undefined) return begun
  const { draft, wanted } = await permittedDraft(parts, request, { context, voucherId })
  const claims = await claim(repositories, wanted, origin)
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

/** Goes on with what an earlier try of the same command has begun, if it came that far. */
async function resume(parts: DraftingParts, voucherId: string, { context, command }: Asked) {
  const { log, repositories } = parts
  const { state, position } = await repositories.vouchers.load(voucherStream(voucherId))
  if (state.status === 'none') return undefined
  const origin = originOf(context, command.id)
  return finishVoucher(repositories, log, { state, position, origin })
}

async function deleteDraft(
  { repositories }: DraftingParts,
  voucherId: string,
  { context, command }: Asked,
) {
  const origin = originOf(context, command.id)
  const stream = voucherStream(voucherId)
  const deletion = { stream, command: { type: 'DeleteDraft' }, origin } as const
  const { state, position } = await repositories.vouchers.execute(deletion)
  if (state.status === 'deleted') {
    await release(repositories, voucherId, { claims: state.content.claims, origin })
  }
  return { position }
}

async function finalizationOf(
  parts: DraftingParts,
  { serial, givenNumber }: VoucherDraft,
  { voucherId, companyId }: { voucherId: string; companyId: string },
) {
  const book = bookOf(parts, companyId, serial)
  const bookRevision = (await parts.repositories.books.revision(book)).toString()
  return { voucherId, serial, givenNumber, book, bookRevision }
}

const bookOf = ({ log }: DraftingParts, companyId: string, serial: string) =>
  `numberBook-${log.vault.pseudonym('book', 'expenseVoucher', companyId, serial)}`
