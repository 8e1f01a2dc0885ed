import { expect, test } from 'vitest'
import { contentOf, type FormRequest } from '#command/customer-forms/form-content.ts'
import { createdForm } from '#command/customer-forms/submit.ts'

const smallest: FormRequest = { idNo: '10000000146', nameSurname: 'Ayşe Işık' }
const person = {
  idNo: '4840847211',
  nameSurname: 'Kapalıçarşı Kuyumculuk',
  birthplace: 'Bursa',
  birthday: '1970-01-31',
  phone: '0532 123 45 67',
  phone2: '0212 345 67 89',
  email: 'ayse@example.com',
  iban: 'TR330006100519786457841326',
  taxOffice: 'Beyazıt',
  registryNo: '123456',
  activityName: 'Kuyumculuk',
  naceCode: '47.77',
  countriesCode: 'TR',
  countries: 'Türkiye',
  statesCode: '34',
  states: 'İstanbul',
  cities: 'Fatih',
  address: 'Kürkçüler Sok. 5',
  motherName: 'Fatma',
  fatherName: 'Ali',
  jobName: 'Kuyumcu',
} as const

test('a form has the content of the request', () => {
  const relation = { types: 'spouse', nameSurname: 'Ali Işık', idNo: '10000000146' }
  const choices = {
    idType: 'company',
    idCardType: 'passport',
    isAbroad: true,
    onlyInvoice: false,
  } as const

  expect(contentOf({ ...person, ...choices, customerRelation: relation })).toEqual({
    ...choices,
    person: { ...person, nationality: null, customerRelation: relation },
  })
})

test('without further fields a form is about a person with an identity card', () => {
  const { person: known, ...choices } = contentOf(smallest)

  expect(choices).toEqual({
    idType: 'person',
    idCardType: 'idCard',
    isAbroad: null,
    onlyInvoice: null,
  })
  const unknown = { ...person, nationality: null, customerRelation: null }
  expect(known).toEqual({
    ...Object.fromEntries(Object.keys(unknown).map((name) => [name, null])),
    ...smallest,
  })
})

test('missing fields of a relation are null', () => {
  const relationOf = (customerRelation: object) => {
    const { person: known } = contentOf({ ...smallest, customerRelation })
    return 'customerRelation' in known ? known.customerRelation : undefined
  }

  expect(relationOf({ idNo: '1' })).toEqual({ types: null, nameSurname: null, idNo: '1' })
  expect(relationOf({ types: 'spouse' })).toEqual({
    types: 'spouse',
    nameSurname: null,
    idNo: null,
  })
})

const submitted = {
  companyId: 'c0ffee000000000000000001',
  formId: 'f'.repeat(24),
  forms: 'personForms-1',
  personRef: 'ref-1',
  submittedAt: '2026-11-20T09:45:00.123Z',
}

test('a form is created: neither approved nor signed, and not yet changed', () => {
  expect(createdForm({ ...submitted, ...contentOf(smallest) })).toEqual({
    id: submitted.formId,
    ...smallest,
    idType: 'person',
    idCardType: 'idCard',
    isApproval: false,
    isSigned: false,
    masakStatus: 0,
    createdAt: '2026-11-20T09:45:00.123000Z',
    updatedAt: '2026-11-20T09:45:00.123000Z',
  })
})

test('neither number nor name of a forgotten person is shown', () => {
  const form = { ...submitted, ...contentOf(smallest), person: { forgotten: true } as const }

  expect(createdForm(form)).toMatchObject({ idNo: null, nameSurname: null, idType: 'person' })
})
