import { contentOf } from '#command/customer-forms/form-content.ts'
import { customerFormEvents, personFormsEvents } from '#kernel/events/customer-form.ts'
import type { Writer } from './history-steps.ts'

interface FormStep {
  readonly id: string
  readonly variant: number
  readonly when: { readonly companyId: string; readonly at: string }
}

/** A form is submitted, then taken up, then decided on as often as there are steps. */
export function aboutForm({ dealer, forms }: Writer, { id: formId, variant, when }: FormStep) {
  const { companyId } = when
  const stage = forms.get(formId)
  if (stage === undefined) {
    forms.set(formId, 'submitted')
    const content = contentOf({ idNo: '10000000146', nameSurname: `Kişi ${variant}` })
    const rest = { forms: 'personForms-1', personRef: `person${variant}`, submittedAt: when.at }
    const data = { companyId, formId, ...rest, ...content }
    return dealer.write(customerFormEvents, formId, { type: 'FormSubmitted', data }, when)
  }
  if (stage === 'submitted') {
    forms.set(formId, 'takenUp')
    const data = { companyId, formId }
    return dealer.write(personFormsEvents, formId, { type: 'FormTakenUp', data }, when)
  }
  const data = {
    companyId,
    formId,
    isApproval: variant === 0,
    isSigned: variant > 1,
    masakStatus: variant % 3,
    rejected: variant === 1,
    deleted: variant === 3,
    approvedAt: variant === 0 ? when.at : null,
    signedAt: variant > 1 ? when.at : null,
  }
  return dealer.write(customerFormEvents, formId, { type: 'FormDecided', data }, when)
}
