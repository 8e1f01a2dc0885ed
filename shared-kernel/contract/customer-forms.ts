import { Type } from 'typebox'
import { customerForms } from '#kernel/records/customer-forms.ts'
import { customers, ID_CARD_TYPES, ID_TYPES } from '#kernel/records/customers.ts'
import { described } from '#kernel/records/described.ts'
import { detailSchema, inWordsOf, named, partOf } from '#kernel/records/response.ts'
import { commandDefaults, endpoint } from './endpoint.ts'
import { birthday, flag, freeText, identityNumber, oneOf, text } from './fields.ts'
import { detailEndpoint, listEndpoint } from './reading.ts'

/** What belongs to the person and may be left out. */
export const personFields = {
  birthplace: Type.Optional(text()),
  birthday: Type.Optional(birthday()),
  phone: Type.Optional(text()),
  phone2: Type.Optional(text()),
  email: Type.Optional(text()),
  iban: Type.Optional(described(text(), 'IBAN of the person.', 'TR330006100519786457841326')),
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
    types: Type.Optional(described(text(), 'Kinds of relation.', 'Yetkili')),
    nameSurname: Type.Optional(described(text(), 'Name of the acting person.', 'Ayşe Yılmaz')),
    idNo: Type.Optional(
      described(
        identityNumber(),
        'National identity number, tax number or document number.',
        '10000000146',
      ),
    ),
  },
  { additionalProperties: false, title: 'CustomerRelationInput' },
)

export const FormContent = Type.Object(
  inWordsOf(customers, {
    idNo: identityNumber(),
    nameSurname: text(),
    idType: Type.Optional(
      described(oneOf(...ID_TYPES), 'A person or a company. Default: `person`.'),
    ),
    idCardType: Type.Optional(
      described(oneOf(...ID_CARD_TYPES), 'Kind of identity document. Default: `idCard`.'),
    ),
    customerRelation: Type.Optional(
      described(CustomerRelation, 'The person who acts for the company.'),
    ),
    ...personFields,
    isAbroad: Type.Optional(flag()),
    onlyInvoice: Type.Optional(described(flag(), 'Whether the record is for invoices only.')),
  }),
  {
    additionalProperties: false,
    kindOf: { field: 'idType', byDefault: 'person' },
    onlyFor: { person: [], company: ['customerRelation'] },
    examplesFor: {
      company: { idNo: '4840847211', nameSurname: 'Yılmaz Kuyumculuk Ltd. Şti.' },
    },
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
  ...commandDefaults,
  operationId: 'createCustomerForm',
  summary: 'Create a form',
  about: 'Creates an identification form, which waits for approval.',
  path: '/v1/customers',
  right: 'customers',
  body: FormContent,
  status: 201,
  creates: true,
  data: CreatedForm,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
})

export const listVerifications = listEndpoint(customerForms, {
  item: 'CustomerFormItem',
  operationId: 'listVerifications',
  summary: 'List forms',
  about: 'Identification forms, page by page.',
  path: '/v1/compliance/verifications',
  right: 'compliance',
})

export const readVerification = detailEndpoint(
  named('CustomerFormStatus', detailSchema(customerForms)),
  {
    operationId: 'readVerification',
    summary: 'Read a form',
    about: 'The status of an identification form.',
    path: '/v1/compliance/verifications/{id}',
    right: 'compliance',
  },
)
