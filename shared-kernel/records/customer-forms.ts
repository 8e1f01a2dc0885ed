import { MasakStatus } from './bank-transactions.ts'
import { ID_CARD_TYPES, ID_TYPES } from './customers.ts'
import { described } from './described.ts'
import {
  createdAt,
  flag,
  id,
  identityNumber,
  instant,
  integerOf,
  microseconds,
  oneOf,
  orNull,
  text,
  updatedAt,
} from './field.ts'
import { facet, includeDeleted, ofNumber, updatedSince } from './list.ts'
import { computed, record } from './record.ts'

/** Identification forms. Personal fields are null once the person has been forgotten. */
export const customerForms = record(
  'customer_form',
  {
    list: {
      id,
      idNo: orNull(identityNumber).says(
        'National identity number, tax number or document number.',
        '10000000146',
      ),
      nameSurname: orNull(text).says('Name and surname, or title.', 'Ayşe Yılmaz'),
      idType: oneOf(...ID_TYPES).says('A person or a company.'),
      idCardType: oneOf(...ID_CARD_TYPES).says('Kind of identity document.'),
      isApproval: flag.says('Whether the back office has approved the form.'),
      isSigned: flag.says('Whether the customer has signed it.'),
      masakStatus: integerOf(MasakStatus).says(
        'Sanction check of the person: 0 not queried, 1 no problem, 2 problematic.',
      ),
      approvedAt: orNull(instant).says('When it was approved.', null),
      signedAt: orNull(instant).says('When it was signed.', null),
      createdAt,
      updatedAt,
    },
    parts: { rejected: flag },
    detail: {
      birthday: orNull(text).says('Day of birth, as `YYYY-MM-DD`.', '1981-02-05'),
      nationality: orNull(text).says('Nationality.', 'TR'),
    },
    row: {
      /** The stream of the person's forms has accepted the form. */
      visible: flag,
      personRef: text,
      deleted: flag,
      /** When a form that was listed was deleted. */
      leftAt: orNull(microseconds),
    },
  },
  {
    shown: 'visible and not deleted',
    left: { at: 'leftAt', without: ['idNo', 'nameSurname', 'birthday', 'nationality'] },
    list: {
      sorts: ['createdAt', 'updatedAt'],
      defaultSort: 'createdAt:desc',
      filters: [
        ofNumber,
        facet('idType'),
        facet('isApproval'),
        facet('isSigned'),
        facet('masakStatus'),
        updatedSince,
        includeDeleted,
      ],
    },
    indexes: [
      // Auditors also list what lists do not show.
      '(company_id, created_at, id) where not (visible and not deleted)',
      '(company_id, normal_number, created_at, id)',
      '(company_id, person_ref)',
    ],
    searchedBy: ['personRef'],
    auditKeys: ['idNo'],
  },
  {
    list: {
      status: computed(
        described(oneOf('pending', 'approved', 'rejected').schema, 'Where the form stands.'),
        ({ rejected, is_approval }) =>
          rejected ? 'rejected' : is_approval ? 'approved' : 'pending',
      ),
    },
  },
)
