import type { Static } from 'typebox'
import { refuseConflicts } from '#command/claims/conflicts.ts'
import type { PreviewedVoucher } from '#kernel/contract/expense-vouchers.ts'
import { toJsonNumber } from '#kernel/domain/money.ts'
import { unitNames } from '#kernel/domain/unit-name.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import { voucherClaimant } from './claims.ts'
import { permittedDraft, type VoucherDraftingDependencies } from './permit.ts'
import type { VoucherDraft, VoucherRequest } from './voucher-draft.ts'

/** The voucher as it would be, with the number that it would probably get. */
export async function preview(
  dependencies: VoucherDraftingDependencies,
  request: VoucherRequest,
  context: RequestContext,
): Promise<Static<typeof PreviewedVoucher>> {
  const { log, repositories } = dependencies
  const drafting = { context, documentId: 'preview', now: log.now() }
  const tolerant = { ...request, allowDuplicate: true }
  const { draft, wanted } = await permittedDraft(dependencies, tolerant, {
    ...drafting,
    purpose: 'preview',
  })
  await refuseConflicts(voucherClaimant(repositories), wanted)
  const { companyId } = context.caller
  const book = repositories.bookOf({ companyId, serial: draft.serial })
  const { givenNumber } = draft
  const expected =
    givenNumber === null ? await repositories.books.expectedNumber(book) : BigInt(givenNumber)
  return previewedVoucher(draft, expected)
}

/** The answer to a preview, which has no id and takes no number. */
export function previewedVoucher(
  draft: VoucherDraft,
  expectedNumber: bigint,
): Static<typeof PreviewedVoucher> {
  const { key, title, lineName, material } = draft.template
  const seller = valueUnlessForgotten(draft.seller)
  return {
    source: draft.source,
    sourceId: null,
    amount: toJsonNumber(draft.amount),
    exchanges: toJsonNumber(draft.exchanges),
    serial: draft.serial,
    expectedNumber: Number(expectedNumber),
    attribute: draft.attribute,
    quantity: toJsonNumber(draft.quantity),
    price: toJsonNumber(draft.price),
    unitName: unitNames[draft.unitType],
    template: { key, title, lineName, material },
    customer: {
      taxNumber: seller?.taxNumber ?? '',
      name: seller?.name ?? null,
      city: seller?.city ?? null,
    },
  }
}
