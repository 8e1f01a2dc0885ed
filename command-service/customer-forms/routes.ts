import { shownChange } from '#command/event-sourcing/shown-change.ts'
import { refuseWhenShown, type WritingRoutes } from '#command/event-sourcing/until-readable.ts'
import type { ShownRecords } from '#command/providers/shown-records/port.ts'
import { createForm } from '#kernel/contract/customer-forms.ts'
import { keyHolder } from '#kernel/domain/person-name.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import type { FormSubmission } from './submit.ts'

export interface CustomerRoutes extends WritingRoutes {
  readonly submission: FormSubmission
  readonly records: ShownRecords
}

export const customerRoutes = ({
  submission,
  idempotency,
  ...readers
}: CustomerRoutes): readonly Route[] => [
  route(createForm, ({ body, context }) => {
    const shows = { purpose: 'customer', person: keyHolder(body.idNo) } as const
    const request = {
      context,
      operation: 'createCustomerForm',
      creates: 'customerForm',
      body,
      shows,
    }
    return idempotency.once(request, async (command) => {
      const { companyId } = context.caller
      const submitting = submission.submit(body, context, command)
      const { form, position } = await submitting.catch(refuseWhenShown(readers))
      const updatedAt = await shownChange(readers, { companyId, id: form.id, position })
      const data = { ...form, updatedAt: updatedAt ?? form.updatedAt }
      return { data, headers: { 'x-event-position': position.toString() } }
    })
  }),
]
