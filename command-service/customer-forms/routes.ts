import type { UntilReadable } from '#command/event-sourcing/until-readable.ts'
import { createForm } from '#kernel/contract/customer-forms.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import type { Idempotency } from '../event-sourcing/idempotency.ts'
import type { FormSubmission } from './submit.ts'

export interface CustomerRoutes {
  readonly submission: FormSubmission
  readonly idempotency: Idempotency
  /** Waits until readers can see a position, within the time they are kept waiting for it. */
  readonly untilReadable: UntilReadable
}

export const customerRoutes = ({
  submission,
  idempotency,
  untilReadable,
}: CustomerRoutes): readonly Route[] => [
  route(createForm, ({ body, context }) => {
    const shows = { purpose: 'customer', person: body.idNo } as const
    const request = { context, operation: 'createCustomerForm', body, shows }
    return idempotency.once(request, async (command) => {
      const { form, position } = await submission.submit(body, context, command)
      await untilReadable(position, context.caller.companyId)
      return { data: form, headers: { 'x-event-position': position.toString() } }
    })
  }),
]
