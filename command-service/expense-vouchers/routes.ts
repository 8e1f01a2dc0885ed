import type { WritingRoutes } from '#command/event-sourcing/until-readable.ts'
import { readableWith } from '#command/event-sourcing/until-readable.ts'
import {
  confirmEDocument,
  prepareEDocument,
  readEDocumentFile,
  readEDocumentStatus,
  sendEDocumentSms,
} from '#kernel/contract/electronic-vouchers.ts'
import {
  createVoucher,
  deleteVoucher as deleteEndpoint,
  previewVoucher,
} from '#kernel/contract/expense-vouchers.ts'
import { type RequestContext, type Route, route } from '#kernel/platform/http/route.ts'
import { electronicVoucher } from '#kernel/responses/electronic-voucher.ts'
import type { SettleRecord } from '../event-sourcing/idempotency.ts'
import { originOf, requestOrigin } from '../event-sourcing/origin.ts'
import { confirm } from './confirm.ts'
import { type CreatingDependencies, create, settleVoucher } from './create.ts'
import { deleteVoucher } from './delete.ts'
import { readFile } from './file.ts'
import { prepare } from './prepare.ts'
import { preview } from './preview.ts'
import type { LoadedVoucher } from './repository.ts'
import { type SmsDependencies, sendSms } from './send-sms.ts'
import { checkStatus } from './status.ts'

export interface VoucherRoutesDependencies extends WritingRoutes {
  readonly drafting: CreatingDependencies
  readonly electronic: SmsDependencies
}

export function expenseVoucherRoutes({
  drafting,
  electronic,
  idempotency,
  untilReadable,
}: VoucherRoutesDependencies): readonly Route[] {
  const readable = readableWith(untilReadable)
  const { taxpayers } = drafting

  async function answerWith(work: Promise<LoadedVoucher>) {
    const { voucher, headers } = await readable(work)
    const { content, document, finalization } = voucher
    const isFinalized = finalization !== null
    return { data: electronicVoucher({ id: content.voucherId, isFinalized, document }), headers }
  }

  return [
    route(previewVoucher, async ({ body, context }) => ({
      data: await preview(drafting, body, context),
    })),

    route(createVoucher, ({ body, context }) => {
      const settle: SettleRecord = (id, command) =>
        settleVoucher(drafting, { voucherId: id, origin: originOf(context, command.id) })
      // A bank transaction has one document, however often it is asked for.
      const settling = body.source === 'manual' ? { settle } : {}
      return idempotency.once(
        { context, operation: 'createVoucher', creates: 'expenseVoucher', body, ...settling },
        async (command) => {
          const creating = create(drafting, body, { context, command })
          const { voucher, headers } = await readable(creating)
          return { data: voucher, headers }
        },
      )
    }),

    route(prepareEDocument, ({ params: { id }, context }) =>
      answerWith(prepare(electronic, targetOf(id, context))),
    ),

    route(sendEDocumentSms, ({ params: { id }, context }) =>
      answerWith(sendSms(electronic, targetOf(id, context))),
    ),

    route(confirmEDocument, ({ params: { id }, body: { code }, context }) =>
      answerWith(confirm({ ...electronic, taxpayers }, targetOf(id, context), code)),
    ),

    route(readEDocumentStatus, ({ params: { id }, context }) =>
      answerWith(checkStatus(electronic, targetOf(id, context), context.requestId)),
    ),

    route(readEDocumentFile, async ({ params: { id }, query: { format }, context }) => {
      const { requestId } = context
      const target = targetOf(id, context)
      const { content, contentType } = await readFile(electronic, target, { requestId, format })
      return { file: content, name: `${id}.${format}`, contentType }
    }),

    route(deleteEndpoint, async ({ params: { id }, context }) => {
      const deleting = deleteVoucher(electronic, targetOf(id, context))
      const { headers } = await readable(deleting)
      return { data: { id, deleted: true }, headers }
    }),
  ]
}

const targetOf = (voucherId: string, context: RequestContext) => ({
  voucherId,
  origin: requestOrigin(context),
})
