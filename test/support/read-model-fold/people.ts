import { assertNever } from '#kernel/domain/assert-never.ts'
import type { RegisterEvent } from '#kernel/events/customer-event.ts'
import type { CustomerFormEvent, PersonFormsEvent } from '#kernel/events/customer-form.ts'
import type { IdvSessionEvent } from '#kernel/events/idv-session.ts'
import type { EventMetadata } from '#kernel/events/metadata.ts'
import { type Model, next, touchShown } from './model.ts'
import { columns, instant, micros, type Row } from './values.ts'

/** Without what lists follow it by. */
export function registerRow({ registerEventId: id, entry, ...rest }: RegisterEvent['data']): Row {
  const personal = 'forgotten' in entry ? { idNo: null, comment: null } : entry
  return { ...columns({ ...rest, ...personal, id }), event_date: instant(rest.eventDate) }
}

export function sessionRow({ sessionId: id, session, ...rest }: IdvSessionEvent['data']): Row {
  const isGone = 'forgotten' in session
  return {
    ...columns({ ...rest, id }),
    id_no: isGone ? null : session.idNo,
    data_set: isGone ? null : session.dataSet,
    created_at: instant(rest.createdAt),
    updated_at: instant(rest.updatedAt),
  }
}

/** A form after one more event about it. */
export function formRow(
  event: CustomerFormEvent | PersonFormsEvent,
  before: Row,
  { recordedAt }: EventMetadata,
): Row {
  switch (event.type) {
    case 'FormSubmitted':
      return submittedRow(event.data)
    case 'FormTakenUp':
      return { ...before, visible: true }
    case 'FormDecided': {
      const { formId: _, approvedAt, signedAt, ...decision } = event.data
      const leaves = before['visible'] === true ? `${micros(recordedAt)}` : null
      return {
        ...before,
        ...columns(decision),
        approved_at: approvedAt === null ? null : instant(approvedAt),
        signed_at: signedAt === null ? null : instant(signedAt),
        left_at: decision.deleted ? (before['left_at'] ?? leaves) : null,
      }
    }
    default:
      return assertNever(event)
  }
}

type Submitted = Extract<CustomerFormEvent, { type: 'FormSubmitted' }>['data']

function submittedRow({
  formId: id,
  personRef,
  idType,
  idCardType,
  submittedAt,
  person,
}: Submitted) {
  const nobody = { idNo: null, nameSurname: null, birthday: null, nationality: null }
  const { idNo, nameSurname, birthday, nationality } = 'forgotten' in person ? nobody : person
  const at = `${micros(submittedAt)}`
  return {
    ...columns({ id, personRef, idType, idCardType, idNo, nameSurname, birthday, nationality }),
    is_approval: false,
    is_signed: false,
    rejected: false,
    deleted: false,
    visible: false,
    left_at: null,
    masak_status: 0,
    approved_at: null,
    signed_at: null,
    created_at: at,
    updated_at: at,
  }
}

const STAYING =
  'company_id id person_ref id_type id_card_type record_level is_verify is_valid is_photo is_abroad save_type labels bank_codes doc_types created_date last_date'.split(
    ' ',
  )
const EMPTY: Row = { ibans: [], name_folded: '', name_sort: '' }

/** Empties what is left of a person. */
export function forget({ plain, ...model }: Model, personRef: string, metadata: EventMetadata) {
  const of = (table: string) =>
    [...(plain[table] ?? [])]
      .filter(([, row]) => row['company_id'] === metadata.companyId)
      .filter(([, row]) => row['person_ref'] === personRef)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const accounts = of('customer')
  for (const [key, row] of accounts) {
    const emptied = Object.entries(row).map(([name, value]) => [
      name,
      STAYING.includes(name) ? value : (EMPTY[name] ?? null),
    ])
    const updated_at = next({ plain, ...model }, metadata, 'customers')
    const left: Row = Object.fromEntries(emptied)
    plain['customer']?.set(key, { ...left, forgotten: true, updated_at })
  }
  for (const [key, row] of of('customer_form')) {
    const updated_at = next({ plain, ...model }, metadata, 'customerForms')
    plain['customer_form']?.set(key, {
      ...row,
      id_no: null,
      name_surname: null,
      birthday: null,
      nationality: null,
      updated_at,
    })
  }
  const ids = accounts.map(([, row]) => row['id'])
  touchShown({ plain, ...model }, [personRef, ...ids], metadata)
  for (const [key, row] of of('idv_session')) {
    plain['idv_session']?.set(key, { ...row, id_no: null, data_set: null })
  }
}
