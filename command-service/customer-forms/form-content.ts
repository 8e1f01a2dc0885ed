import type { Static } from 'typebox'
import type { FormContent } from '#kernel/contract/customer-forms.ts'
import type { SubmittedForm } from './customer-form.ts'

export type FormRequest = Static<typeof FormContent>
type Content = Pick<SubmittedForm, 'idType' | 'idCardType' | 'isAbroad' | 'onlyInvoice' | 'person'>

/** What a request says, with what it leaves out. */
export const contentOf = (request: FormRequest): Content => ({
  idType: request.idType ?? 'person',
  idCardType: request.idCardType ?? 'idCard',
  isAbroad: request.isAbroad ?? null,
  onlyInvoice: request.onlyInvoice ?? null,
  person: {
    idNo: request.idNo,
    nameSurname: request.nameSurname,
    birthplace: request.birthplace ?? null,
    birthday: request.birthday ?? null,
    nationality: null,
    phone: request.phone ?? null,
    phone2: request.phone2 ?? null,
    email: request.email ?? null,
    iban: request.iban ?? null,
    taxOffice: request.taxOffice ?? null,
    registryNo: request.registryNo ?? null,
    activityName: request.activityName ?? null,
    naceCode: request.naceCode ?? null,
    countriesCode: request.countriesCode ?? null,
    countries: request.countries ?? null,
    statesCode: request.statesCode ?? null,
    states: request.states ?? null,
    cities: request.cities ?? null,
    address: request.address ?? null,
    motherName: request.motherName ?? null,
    fatherName: request.fatherName ?? null,
    jobName: request.jobName ?? null,
    customerRelation: relationOf(request),
  },
})

const relationOf = ({ customerRelation }: FormRequest) =>
  customerRelation === undefined
    ? null
    : {
        types: customerRelation.types ?? null,
        nameSurname: customerRelation.nameSurname ?? null,
        idNo: customerRelation.idNo ?? null,
      }
