import { Type } from 'typebox'
import { customers, ID_CARD_TYPES, ID_TYPES } from '#kernel/records/customers.ts'
import { detailSchema, itemSchema } from '#kernel/records/record.ts'
import { endpoint } from './endpoint.ts'
import {
  DateTime,
  day,
  flag,
  freeText,
  Id,
  IdParameter,
  NoParameters,
  nullable,
  oneOf,
  Text,
  text,
} from './fields.ts'
import { listParameters } from './list-parameters.ts'

const Relation = Type.Object(
  {
    types: Type.Optional(text()),
    nameSurname: Type.Optional(text()),
    idNo: Type.Optional(text()),
  },
  { additionalProperties: false },
)

export const FormContent = Type.Object(
  {
    idNo: text(),
    nameSurname: text(),
    idType: Type.Optional(oneOf(...ID_TYPES)),
    idCardType: Type.Optional(oneOf(...ID_CARD_TYPES)),
    customerRelation: Type.Optional(Relation),
    birthplace: Type.Optional(text()),
    birthday: Type.Optional(day()),
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

/** What every answer about a form has. */
export const form = {
  id: Id,
  /** Null once the person has been forgotten, as what else is personal. */
  idNo: nullable(Text),
  nameSurname: nullable(Text),
  idType: oneOf(...ID_TYPES),
  idCardType: oneOf(...ID_CARD_TYPES),
  isApproval: flag(),
  isSigned: flag(),
  masakStatus: Type.Integer({ minimum: 0, maximum: 2 }),
  createdAt: DateTime,
  updatedAt: DateTime,
}

export const CreatedForm = Type.Object(form)

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

export const listCustomers = endpoint({
  operationId: 'listCustomers',
  summary: 'Customer accounts, page by page',
  method: 'GET',
  path: '/v1/customers',
  service: 'query',
  right: 'customers',
  params: NoParameters,
  query: listParameters(customers),
  status: 200,
  list: true,
  data: itemSchema(customers),
  errors: ['VALIDATION_FAILED'],
})

export const readCustomer = endpoint({
  operationId: 'readCustomer',
  summary: 'One customer account',
  method: 'GET',
  path: '/v1/customers/{id}',
  service: 'query',
  right: 'customers',
  params: IdParameter,
  query: NoParameters,
  status: 200,
  data: detailSchema(customers),
  errors: ['VALIDATION_FAILED', 'RESOURCE_NOT_FOUND'],
})
