import {
  type CustomerFormEvent,
  customerFormEvents,
  personFormsEvents,
} from '#kernel/events/customer-form.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import type { EventMetadata } from '#kernel/events/metadata.ts'
import type { customerForms } from '#kernel/records/customer-forms.ts'
import type { RowOf } from '#kernel/records/table.ts'
import { microsecondsOf } from '#kernel/records/times.ts'
import { projector } from '#projections/read-models/projector.ts'
import type { ReadModel } from '#projections/read-models/read-model.ts'

type Form = RowOf<typeof customerForms>
type Submitted = Extract<CustomerFormEvent, { type: 'FormSubmitted' }>['data']
type Person = Exclude<Submitted['person'], { forgotten: true }>
type Decided = Extract<CustomerFormEvent, { type: 'FormDecided' }>['data']

const formProjector = projector(customerFormEvents, {
  version: 1,
  prepare({ event, metadata }, model) {
    model.customerForm.want(metadata.companyId, event.data.formId)
  },
  apply({ event, metadata }, model) {
    if (event.type === 'FormSubmitted') return submit(model, event.data, metadata)
    decide(model, event.data, metadata)
  },
})

const personFormsProjector = projector(personFormsEvents, {
  version: 1,
  prepare({ event, metadata }, model) {
    model.customerForm.want(metadata.companyId, event.data.formId)
  },
  apply({ event, metadata }, model) {
    model.customerForm.put({
      ...formOf(model, metadata.companyId, event.data.formId),
      visible: true,
    })
  },
})

export const customerFormProjectors = [formProjector, personFormsProjector]

/** The response to its creation has exactly these moments, before any table shows it. */
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
    approved_at: null,
    signed_at: null,
    created_at: submittedAt,
    updated_at: submittedAt,
  })
}

function decide(model: ReadModel, data: Decided, { companyId, recordedAt }: EventMetadata) {
  const form = formOf(model, companyId, data.formId)
  model.customerForm.put({
    ...form,
    is_approval: data.isApproval,
    is_signed: data.isSigned,
    masak_status: data.masakStatus,
    rejected: data.rejected,
    deleted: data.deleted,
    approved_at: data.approvedAt,
    signed_at: data.signedAt,
    updated_at: changedAt(form, recordedAt),
  })
}

/** A form after its person has been forgotten. */
export const forgottenForm = (form: Form, { recordedAt }: EventMetadata): Form => ({
  ...form,
  ...personColumns(null),
  updated_at: changedAt(form, recordedAt),
})

const personColumns = (person: Person | null) => ({
  id_no: person?.idNo ?? null,
  name_surname: person?.nameSurname ?? null,
  birthday: person?.birthday ?? null,
  nationality: person?.nationality ?? null,
})

function formOf(model: ReadModel, companyId: string, formId: string): Form {
  const form = model.customerForm.get(companyId, formId)
  if (form === undefined) throw new Error(`form ${formId} was never submitted`)
  return form
}

const changedAt = (form: Form, recordedAt: string) =>
  later(microsecondsOf(recordedAt), BigInt(form.updated_at) + 1n).toString()

const later = (one: bigint, other: bigint) => (one > other ? one : other)
