import type { Static } from 'typebox'
import type { CreatedVoucher, PreviewedVoucher } from '#kernel/contract/expenses.ts'
import { toJsonNumber } from '#kernel/domain/money.ts'
import { unitNames } from '#kernel/domain/unit-name.ts'
import { known } from '#kernel/events/event-family.ts'
import type { Finalization, VoucherContent } from './voucher-content.ts'
import type { VoucherDraft } from './voucher-draft.ts'

/** The answer to a voucher's creation. */
export function createdVoucher(
  content: VoucherContent,
  finalization: Finalization | null,
): Static<typeof CreatedVoucher> {
  const seller = known(content.seller)
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

/** The answer to a preview, which has no id and takes no number. */
export function previewedVoucher(
  draft: VoucherDraft,
  expectedNumber: bigint,
): Static<typeof PreviewedVoucher> {
  const { key, title, lineName, material } = draft.template
  const seller = known(draft.seller)
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
