import { Type } from 'typebox'
import {
  flag,
  id,
  identityNumber,
  instant,
  integer,
  integerOf,
  microseconds,
  oneOf,
  orNull,
  shownJson,
  text,
  texts,
} from './field.ts'
import { contains, facet, updatedSince } from './list.ts'
import { record } from './record.ts'
import { partOf } from './response.ts'

export const ID_TYPES = ['person', 'company'] as const
export const ID_CARD_TYPES = ['idCard', 'passport', 'dlCard', 'other'] as const

const NO_RECORD = 0
/** 0 no record, 1 normal, 2 safe, 3 risky, 4 banned. */
export const RecordLevel = Type.Integer({ minimum: NO_RECORD, maximum: 4 })

interface Relation {
  readonly types: string | null
  readonly nameSurname: string | null
  readonly idNo: string | null
}

const Relation = Type.Object(
  {
    types: orNull(text).schema,
    nameSurname: orNull(text).schema,
    idNo: orNull(text).schema,
  },
  { title: 'CustomerRelation' },
)

/** Customer accounts. Personal fields are null once the person has been forgotten. */
export const customers = record(
  'customer',
  {
    list: {
      id,
      idNo: orNull(identityNumber),
      idType: oneOf(...ID_TYPES),
      idCardType: orNull(oneOf(...ID_CARD_TYPES)),
      nameSurname: orNull(text),
      phone: orNull(text),
      email: orNull(text),
      nationality: orNull(text),
      countries: orNull(text),
      states: orNull(text),
      cities: orNull(text),
      labels: texts,
      recordLevel: orNull(integerOf(RecordLevel)),
      isVerify: flag.says('The customer has been identified.'),
      isValid: flag.says('The identity number has been validated.'),
      isPhoto: flag.says('An image of an identity document exists.'),
      saveType: orNull(oneOf('bank', 'manual', 'idCard', 'accord')).says(
        'How the account was created.',
      ),
      createdDate: instant,
      lastDate: orNull(instant),
      forgotten: flag.says('The personal data has been erased at the request of the person.'),
      updatedAt: microseconds,
    },
    detail: {
      name: orNull(text),
      surname: orNull(text),
      ownerName: orNull(text),
      birthplace: orNull(text),
      birthday: orNull(text),
      year: orNull(integer),
      phone2: orNull(text),
      taxOffice: orNull(text),
      registryNo: orNull(text),
      cmpNo: orNull(text),
      activityName: orNull(text),
      naceCode: orNull(text),
      countriesCode: orNull(text),
      statesCode: orNull(text),
      address: orNull(text),
      motherName: orNull(text),
      fatherName: orNull(text),
      isAbroad: flag,
      jobName: orNull(text),
      ibans: texts,
      bankCodes: texts,
      docTypes: texts,
      customerRelation: orNull(shownJson(Relation, (stored: Relation) => stored)),
    },
    row: { personRef: text, nameFolded: text, nameSort: text },
  },
  {
    list: {
      sorts: ['createdDate', 'lastDate', 'updatedAt', ['nameSurname', 'nameSort']],
      defaultSort: 'createdDate:asc',
      filters: [
        contains('nameFolded', { orIdNo: true }),
        facet('idType'),
        facet('idCardType', { missingIs: 'idCard' }),
        facet('recordLevel', { missingIs: NO_RECORD }),
        facet('isVerify'),
        facet('isValid'),
        facet('isPhoto'),
        facet('saveType'),
        facet('labels', { parameter: 'filter[label]' }),
        updatedSince,
      ],
    },
    indexes: ['(company_id, id_no)', '(company_id, person_ref)', 'using gin (labels)'],
    searchedBy: 'personRef',
    auditKeys: ['idNo'],
  },
)

/** The part of an account that compliance shows. */
export const narrowCustomer = partOf(customers, [
  'id',
  'idNo',
  'idType',
  'idCardType',
  'nameSurname',
  'recordLevel',
  'isVerify',
  'isValid',
])

export type NarrowCustomerRow = Parameters<typeof narrowCustomer.show>[0]
