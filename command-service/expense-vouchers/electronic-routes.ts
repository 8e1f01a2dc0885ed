import {
  confirmEDocument,
  prepareEDocument,
  readEDocumentFile,
  readEDocumentStatus,
  sendEDocumentSms,
} from '#kernel/contract/e-documents.ts'
import { deleteVoucher } from '#kernel/contract/expenses.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import { electronicVoucher } from '#kernel/responses/electronic-voucher.ts'
import { readableWith } from '../event-sourcing/recorded-refusal.ts'
import type { ElectronicVouchers } from './electronic/electronic-vouchers.ts'
import type { Loaded } from './electronic/parts.ts'

export interface ElectronicVoucherRoutes {
  readonly electronic: ElectronicVouchers
  /** Waits until readers can see a position, within the time they are kept waiting for it. */
  readonly untilReadable: (position: bigint) => Promise<unknown>
}

export function electronicVoucherRoutes(parts: ElectronicVoucherRoutes): readonly Route[] {
  const { electronic, untilReadable } = parts
  const readable = readableWith(untilReadable)

  async function answered(voucherId: string, work: Promise<Loaded>) {
    const { voucher, headers } = await readable(work)
    const { document, finalization } = voucher
    const isFinalized = finalization !== null
    return { data: electronicVoucher({ id: voucherId, isFinalized, document }), headers }
  }

  return [
    route(prepareEDocument, ({ params: { id }, context }) =>
      answered(id, electronic.prepare(id, context)),
    ),

    route(sendEDocumentSms, ({ params: { id }, context }) =>
      answered(id, electronic.sendSms(id, context)),
    ),

    route(confirmEDocument, ({ params: { id }, body: { code }, context }) =>
      answered(id, electronic.confirm(id, code, context)),
    ),

    route(readEDocumentStatus, ({ params: { id }, context }) =>
      answered(id, electronic.checkStatus(id, context)),
    ),

    route(readEDocumentFile, async ({ params: { id }, query: { format }, context }) => {
      const { content, contentType } = await electronic.readFile(id, format, context)
      return { file: content, contentType }
    }),

    route(deleteVoucher, async ({ params: { id }, context }) => {
      const { headers } = await readable(electronic.deleteVoucher(id, context))
      return { data: { id, deleted: true }, headers }
    }),
  ]
}
