import type { Static } from 'typebox'
import type { CreatedForm } from '#kernel/contract/customer-forms.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import type { SubmittedForm } from './customer-form.ts'

/** The answer to who submitted a form, as the form was when it came into being. */
export function createdForm(form: SubmittedForm): Static<typeof CreatedForm> {
  const person = valueUnlessForgotten(form.person)
  const submittedAt = form.submittedAt.replace('Z', '000Z')
  return {
    id: form.formId,
    idNo: person?.idNo ?? null,
    nameSurname: person?.nameSurname ?? null,
    idType: form.idType,
    idCardType: form.idCardType,
    isApproval: false,
    isSigned: false,
    masakStatus: 0,
    createdAt: submittedAt,
    updatedAt: submittedAt,
  }
}
