import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import {
  DateTime,
  day,
  flag,
  freeText,
  Id,
  IdParameter,
  moment,
  NoParameters,
  nullable,
  oneOf,
  paging,
  sortBy,
  Text,
  text,
} from './fields.ts'

export const ID_TYPES = ['person', 'company'] as const
export const ID_CARD_TYPES = ['idCard', 'passport', 'dlCard', 'other'] as const
const SAVE_TYPES = ['bank', 'manual', 'idCard', 'accord'] as const

/** 0 no record, 1 normal, 2 safe, 3 risky, 4 banned. */
export const recordLevel = () => Type.Integer({ minimum: 0, maximum: 4 })

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

const listed = {
  id: Id,
  /** Null once the person has been forgotten, as what else is personal. */
  idNo: nullable(Text),
  idType: oneOf(...ID_TYPES),
  idCardType: nullable(oneOf(...ID_CARD_TYPES)),
  nameSurname: nullable(Text),
  phone: nullable(Text),
  email: nullable(Text),
  nationality: nullable(Text),
  countries: nullable(Text),
  states: nullable(Text),
  cities: nullable(Text),
  labels: Type.Array(Text),
  recordLevel: nullable(recordLevel()),
  isVerify: flag(),
  isValid: flag(),
  isPhoto: flag(),
  saveType: nullable(oneOf(...SAVE_TYPES)),
  createdDate: DateTime,
  lastDate: nullable(DateTime),
  updatedAt: DateTime,
}

export const ListedCustomer = Type.Object(listed)

export const DetailedCustomer = Type.Object({
  ...listed,
  name: nullable(Text),
  surname: nullable(Text),
  ownerName: nullable(Text),
  birthplace: nullable(Text),
  birthday: nullable(Text),
  year: nullable(Type.Integer()),
  phone2: nullable(Text),
  taxOffice: nullable(Text),
  registryNo: nullable(Text),
  cmpNo: nullable(Text),
  activityName: nullable(Text),
  naceCode: nullable(Text),
  countriesCode: nullable(Text),
  statesCode: nullable(Text),
  address: nullable(Text),
  motherName: nullable(Text),
  fatherName: nullable(Text),
  isAbroad: flag(),
  jobName: nullable(Text),
  ibans: Type.Array(Text),
  bankCodes: Type.Array(Text),
  docTypes: Type.Array(Text),
  customerRelation: nullable(
    Type.Object({
      types: nullable(Text),
      nameSurname: nullable(Text),
      idNo: nullable(Text),
    }),
  ),
})

export const CUSTOMER_SORT_FIELDS = ['createdDate', 'lastDate', 'updatedAt', 'nameSurname'] as const

export const listCustomers = endpoint({
  operationId: 'listCustomers',
  summary: 'Customer accounts, page by page',
  method: 'GET',
  path: '/v1/customers',
  service: 'query',
  right: 'customers',
  params: NoParameters,
  query: Type.Object({
    ...paging,
    sort: sortBy(CUSTOMER_SORT_FIELDS, 'createdDate:asc'),
    q: Type.Optional(text()),
    'filter[idType]': Type.Optional(oneOf(...ID_TYPES)),
    'filter[idCardType]': Type.Optional(oneOf(...ID_CARD_TYPES)),
    'filter[recordLevel]': Type.Optional(recordLevel()),
    'filter[isVerify]': Type.Optional(flag()),
    'filter[isValid]': Type.Optional(flag()),
    'filter[isPhoto]': Type.Optional(flag()),
    'filter[saveType]': Type.Optional(oneOf(...SAVE_TYPES)),
    'filter[label]': Type.Optional(text()),
    'filter[updatedSince]': Type.Optional(moment()),
  }),
  status: 200,
  list: true,
  data: ListedCustomer,
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
  data: DetailedCustomer,
  errors: ['VALIDATION_FAILED', 'RESOURCE_NOT_FOUND'],
})
