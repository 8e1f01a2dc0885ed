import { Type } from 'typebox'
import { described } from './described.ts'
import {
  flag,
  id,
  identityNumber,
  instant,
  integer,
  integerOf,
  oneOf,
  orNull,
  shownJson,
  text,
  texts,
  updatedAt,
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
    types: described(orNull(text).schema, 'Kinds of relation.', 'Yetkili'),
    nameSurname: described(orNull(text).schema, 'Name of the acting person.', 'Ayşe Yılmaz'),
    idNo: described(
      orNull(text).schema,
      'National identity number, tax number or document number.',
      '10000000146',
    ),
  },
  { title: 'CustomerRelation' },
)

/** Of several accounts that fit, the one of the highest level answers, and among equal ones the oldest; in SQL. */
export const STRICTEST = 'coalesce(record_level, 0) desc'
export const OLDEST = 'created_date, id'

/** Customer accounts. Personal fields are null once the person has been forgotten. */
export const customers = record(
  'customer',
  {
    list: {
      id,
      idNo: orNull(identityNumber).says(
        'National identity number, tax number or document number.',
        '10000000146',
      ),
      idType: oneOf(...ID_TYPES).says('A person or a company.'),
      idCardType: orNull(oneOf(...ID_CARD_TYPES)).says('Kind of identity document.'),
      nameSurname: orNull(text).says('Name and surname, or title.', 'Ayşe Yılmaz'),
      phone: orNull(text).says('Telephone number.', '905321234567'),
      email: orNull(text).says('E-mail address.', 'ayse@example.com'),
      nationality: orNull(text).says('Nationality.', 'TR'),
      countries: orNull(text).says('Country.', 'Türkiye'),
      states: orNull(text).says('Province.', 'İstanbul'),
      cities: orNull(text).says('District.', 'Fatih'),
      labels: texts.says('Labels of the back office.', ['VIP']),
      recordLevel: orNull(integerOf(RecordLevel)).says(
        '0 no record, 1 normal, 2 safe, 3 risky, 4 banned.',
        1,
      ),
      isVerify: flag.says('The customer has been identified.', true),
      isValid: flag.says('The identity number has been validated.', true),
      isPhoto: flag.says('An image of an identity document exists.', true),
      saveType: orNull(oneOf('bank', 'manual', 'idCard', 'accord')).says(
        'How the account was created.',
        'manual',
      ),
      createdDate: instant.says('When it was created.'),
      lastDate: orNull(instant).says('When the customer last came.'),
      forgotten: flag.says('The personal data has been erased at the request of the person.'),
      updatedAt,
    },
    detail: {
      name: orNull(text).says('Given name.', 'Ayşe'),
      surname: orNull(text).says('Family name.', 'Yılmaz'),
      ownerName: orNull(text).says('Name of the owner.', 'Ayşe Yılmaz'),
      birthplace: orNull(text).says('Place of birth.', 'İstanbul'),
      birthday: orNull(text).says('Day of birth, as `YYYY-MM-DD`.', '1981-02-05'),
      year: orNull(integer).says('Year of birth.', 1981),
      phone2: orNull(text).says('Second telephone number.', '902125121212'),
      taxOffice: orNull(text).says('Tax office.', 'Beyazıt'),
      registryNo: orNull(text).says('Trade registry number.', '123456'),
      cmpNo: orNull(text).says('Company number.', null),
      activityName: orNull(text).says('Business activity.', 'Kuyumculuk'),
      naceCode: orNull(text).says('NACE code of the business.', '47.77.01'),
      countriesCode: orNull(text).says('Code of the country.', 'TR'),
      statesCode: orNull(text).says('Code of the province.', '34'),
      address: orNull(text).says('Street address.', 'Kalpakçılar Cad. No: 12'),
      motherName: orNull(text).says('The mother’s name.', 'Fatma'),
      fatherName: orNull(text).says('The father’s name.', 'Mehmet'),
      isAbroad: flag.says('Whether the person lives abroad.'),
      jobName: orNull(text).says('Occupation.', 'Öğretmen'),
      ibans: texts.says('Bank account numbers (IBAN).', ['TR330006100519786457841326']),
      bankCodes: texts.says('Codes of the banks that the customer uses.', ['0062']),
      docTypes: texts.says('Kinds of documents that were given.', ['idCard']),
      customerRelation: orNull(shownJson(Relation, (stored: Relation) => stored)).says(
        'The person who acts for the company, and their role.',
        null,
      ),
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
        facet('labels', { parameter: 'filter[label]', words: 'One of the customer’s labels.' }),
        updatedSince,
      ],
    },
    indexes: [
      '(company_id, normal_number)',
      '(company_id, person_ref)',
      `(company_id, ${STRICTEST}, ${OLDEST})`,
      'using gin (labels)',
    ],
    searchedBy: ['personRef'],
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
