import { fold } from '#kernel/domain/turkish-text.ts'
import { type CustomerEvent, customerEvents } from '#kernel/events/customer.ts'
import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import { nextChange, wantLastChange } from '#projections/read-models/changes.ts'
import { projector } from '#projections/read-models/projector.ts'
import { sortText } from '#projections/read-models/sort-text.ts'

export const customerProjector = projector(customerEvents, {
  version: 1,
  prepare({ metadata }, model) {
    wantLastChange(model, metadata, 'customers')
  },
  apply({ event: { data }, metadata }, model) {
    model.customer.put({
      company_id: metadata.companyId,
      id: data.customerId,
      person_ref: data.personRef,
      id_type: data.idType,
      id_card_type: data.idCardType,
      record_level: data.recordLevel,
      is_verify: data.isVerify,
      is_valid: data.isValid,
      is_photo: data.isPhoto,
      is_abroad: data.isAbroad,
      save_type: data.saveType,
      labels: data.labels,
      bank_codes: data.bankCodes,
      doc_types: data.docTypes,
      created_date: data.createdDate,
      last_date: data.lastDate,
      ...personColumns(valueUnlessForgotten(data.person)),
      forgotten: valueUnlessForgotten(data.person) === null,
      updated_at: nextChange(model, metadata, 'customers'),
    })
  },
})

/** What shows of an account after its person has been forgotten. */
export const forgottenColumns = () => ({ ...personColumns(null), forgotten: true })

type Person = Exclude<CustomerEvent['data']['person'], { forgotten: true }>

const personColumns = (person: Person | null) => ({
  id_no: person?.idNo ?? null,
  name_surname: person?.nameSurname ?? null,
  name_folded: fold(person?.nameSurname ?? ''),
  name_sort: sortText(person?.nameSurname ?? ''),
  phone: person?.phone ?? null,
  email: person?.email ?? null,
  nationality: person?.nationality ?? null,
  countries: person?.countries ?? null,
  states: person?.states ?? null,
  cities: person?.cities ?? null,
  name: person?.name ?? null,
  surname: person?.surname ?? null,
  owner_name: person?.ownerName ?? null,
  birthplace: person?.birthplace ?? null,
  birthday: person?.birthday ?? null,
  year: person?.year ?? null,
  phone2: person?.phone2 ?? null,
  tax_office: person?.taxOffice ?? null,
  registry_no: person?.registryNo ?? null,
  cmp_no: person?.cmpNo ?? null,
  activity_name: person?.activityName ?? null,
  nace_code: person?.naceCode ?? null,
  countries_code: person?.countriesCode ?? null,
  states_code: person?.statesCode ?? null,
  address: person?.address ?? null,
  mother_name: person?.motherName ?? null,
  father_name: person?.fatherName ?? null,
  job_name: person?.jobName ?? null,
  ibans: person?.ibans ?? [],
  customer_relation: person?.customerRelation ?? null,
})
