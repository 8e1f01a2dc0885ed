import type { Static } from 'typebox'
import type { CreatedForm } from '#kernel/contract/customer-forms.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import type { SubmittedForm } from './customer-form.ts'

/** The response to the submission of a form: the form as it was when it was created. */
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
