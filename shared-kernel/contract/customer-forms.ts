import { Type } from 'typebox'
import { customerForms } from '#kernel/records/customer-forms.ts'
import { ID_CARD_TYPES, ID_TYPES } from '#kernel/records/customers.ts'
import { detailSchema, named, partOf } from '#kernel/records/response.ts'
import { endpoint } from './endpoint.ts'
import { birthday, flag, freeText, identityNumber, NoParameters, oneOf, text } from './fields.ts'
import { detailEndpoint, listEndpoint } from './reading.ts'

/** What belongs to the person and may be left out. */
export const personFields = {
  birthplace: Type.Optional(text()),
  birthday: Type.Optional(birthday()),
  phone: Type.Optional(text()),
  phone2: Type.Optional(text()),
  email: Type.Optional(text()),
  iban: Type.Optional(text()),
  taxOffice: Type.Optional(text()),
  registryNo: Type.Optional(text()),
  activityName: Type.Optional(text()),
  naceCode: Type.Optional(text()),
  countriesCode: Type.Optional(text()),
  countries: Type.Optional(text()),
  statesCode: Type.Optional(text()),
  states: Type.Optional(text()),
  cities: Type.Optional(text()),
  address: Type.Optional(freeText()),
  motherName: Type.Optional(text()),
  fatherName: Type.Optional(text()),
  jobName: Type.Optional(text()),
}

export const CustomerRelation = Type.Object(
  {
    types: Type.Optional(text()),
    nameSurname: Type.Optional(text()),
    idNo: Type.Optional(identityNumber()),
  },
  { additionalProperties: false, title: 'CustomerRelationInput' },
)

export const FormContent = Type.Object(
  {
    idNo: identityNumber(),
    nameSurname: text(),
    idType: Type.Optional(oneOf(...ID_TYPES)),
    idCardType: Type.Optional(oneOf(...ID_CARD_TYPES)),
    customerRelation: Type.Optional(CustomerRelation),
    ...personFields,
    isAbroad: Type.Optional(flag()),
    onlyInvoice: Type.Optional(flag()),
  },
  {
    additionalProperties: false,
    kindOf: { field: 'idType', byDefault: 'person' },
    onlyFor: { person: [], company: ['customerRelation'] },
    readOnlyFields: [
      'isApproval',
      'isSigned',
      'isDeleted',
      'masakStatus',
      'companiesId',
      'userId',
      'approval*',
    ],
  },
)

export const CreatedForm = named(
  'CustomerForm',
  partOf(customerForms, [
    'id',
    'idNo',
    'nameSurname',
    'idType',
    'idCardType',
    'isApproval',
    'isSigned',
    'masakStatus',
    'createdAt',
    'updatedAt',
  ]).schema,
)

export const createForm = endpoint({
  operationId: 'createCustomerForm',
  summary: 'Creates an identification form, which waits for approval',
  method: 'POST',
  path: '/v1/customers',
  service: 'command',
  right: 'customers',
  params: NoParameters,
  query: NoParameters,
  body: FormContent,
  status: 201,
  creates: true,
  data: CreatedForm,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
})

export const listVerifications = listEndpoint(customerForms, {
  item: 'CustomerFormItem',
  operationId: 'listVerifications',
  summary: 'Identification forms, page by page',
  path: '/v1/compliance/verifications',
  right: 'compliance',
})

export const readVerification = detailEndpoint(
  named('CustomerFormStatus', detailSchema(customerForms)),
  {
    operationId: 'readVerification',
    summary: 'The status of an identification form',
    path: '/v1/compliance/verifications/{id}',
    right: 'compliance',
  },
)
