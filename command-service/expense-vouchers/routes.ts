import { createVoucher, previewVoucher } from '#kernel/contract/expenses.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import type { Idempotency } from '../event-sourcing/idempotency.ts'
import type { VoucherIssuing } from './issuing/issuing.ts'

export interface ExpenseVoucherRoutes {
  readonly issuing: VoucherIssuing
  readonly idempotency: Idempotency
  /** Waits until readers can see a position, within the time they are kept waiting for it. */
  readonly untilReadable: (position: bigint) => Promise<unknown>
}

export function expenseVoucherRoutes(parts: ExpenseVoucherRoutes): readonly Route[] {
  const { issuing, idempotency, untilReadable } = parts
  return [
    route(previewVoucher, async ({ body, context }) => ({
      data: await issuing.preview(body, context),
    })),

    route(createVoucher, ({ body, context }) =>
      idempotency.once({ context, operation: 'createVoucher', body }, async (command) => {
        const { voucher, position } = await issuing.create(body, context, command)
        await untilReadable(position)
        return { data: voucher, headers: { 'x-event-position': position.toString() } }
      }),
    ),
  ]
}
