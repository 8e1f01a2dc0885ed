import {
  type CustomerFormEvent,
  customerFormEvents,
  personFormsEvents,
} from '#kernel/events/customer-form.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import type { EventMetadata } from '#kernel/events/metadata.ts'
import type { customerForms } from '#kernel/records/customer-forms.ts'
import type { RowOf } from '#kernel/records/table.ts'
import { isoMicroseconds, microsecondsOf } from '#kernel/records/times.ts'
import { nextChange, recordedAtOf, wantLastChange } from '#projections/read-models/changes.ts'
import { projector } from '#projections/read-models/projector.ts'
import type { ReadModel } from '#projections/read-models/read-model.ts'

type Form = RowOf<typeof customerForms>
type Submitted = Extract<CustomerFormEvent, { type: 'FormSubmitted' }>['data']
type Person = Exclude<Submitted['person'], { forgotten: true }>
type Decided = Extract<CustomerFormEvent, { type: 'FormDecided' }>['data']

const formProjector = projector(customerFormEvents, {
  version: 2,
  prepare({ event, metadata }, model) {
    wantLastChange(model, metadata, 'customerForms')
    model.customerForm.want(metadata.companyId, event.data.formId)
  },
  apply({ event, metadata }, model) {
    if (event.type === 'FormSubmitted') return submit(model, event.data, metadata)
    decide(model, event.data, metadata)
  },
})

const personFormsProjector = projector(personFormsEvents, {
  version: 2,
  prepare({ event, metadata }, model) {
    wantLastChange(model, metadata, 'customerForms')
    model.customerForm.want(metadata.companyId, event.data.formId)
  },
  apply({ event, metadata: { companyId } }, model) {
    const form = formOf(model, companyId, event.data.formId)
    // As in the response to its creation, unless another form has changed since.
    const recordedAt = isoMicroseconds(form.created_at)
    const updated_at = nextChange(model, { companyId, recordedAt }, 'customerForms')
    model.customerForm.put({ ...form, visible: true, updated_at })
  },
})

export const customerFormProjectors = [formProjector, personFormsProjector]

/** The response to its creation has exactly these moments, before the list shows it. */
function submit(model: ReadModel, data: Submitted, { companyId }: EventMetadata) {
  const submittedAt = microsecondsOf(data.submittedAt).toString()
  model.customerForm.put({
    company_id: companyId,
    id: data.formId,
    visible: false,
    person_ref: data.personRef,
    ...personColumns(valueUnlessForgotten(data.person)),
    id_type: data.idType,
    id_card_type: data.idCardType,
    is_approval: false,
    is_signed: false,
    masak_status: 0,
    rejected: false,
    deleted: false,
    left_at: null,
    approved_at: null,
    signed_at: null,
    created_at: submittedAt,
    updated_at: submittedAt,
  })
}

function decide(model: ReadModel, data: Decided, metadata: EventMetadata) {
  const form = formOf(model, metadata.companyId, data.formId)
  const leavesNow = form.visible ? recordedAtOf(metadata) : null
  model.customerForm.put({
    ...form,
    is_approval: data.isApproval,
    is_signed: data.isSigned,
    masak_status: data.masakStatus,
    rejected: data.rejected,
    deleted: data.deleted,
    left_at: data.deleted ? (form.left_at ?? leavesNow) : null,
    approved_at: data.approvedAt,
    signed_at: data.signedAt,
    updated_at: nextChange(model, metadata, 'customerForms'),
  })
}

const personColumns = (person: Person | null) => ({
  id_no: person?.idNo ?? null,
  name_surname: person?.nameSurname ?? null,
  birthday: person?.birthday ?? null,
  nationality: person?.nationality ?? null,
})

/** What shows of a form when its person has been forgotten. */
export const forgottenForm = personColumns(null)

function formOf(model: ReadModel, companyId: string, formId: string): Form {
  const form = model.customerForm.get(companyId, formId)
  if (form === undefined) throw new Error(`form ${formId} was never submitted`)
  return form
}
