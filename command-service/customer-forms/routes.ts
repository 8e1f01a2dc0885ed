import type { WritingRoutes } from '#command/event-sourcing/until-readable.ts'
import { createForm } from '#kernel/contract/customer-forms.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import type { FormSubmission } from './submit.ts'

export interface CustomerRoutes extends WritingRoutes {
  readonly submission: FormSubmission
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
