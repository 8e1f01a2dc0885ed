import { MasakStatus } from './bank-transactions.ts'
import { ID_CARD_TYPES, ID_TYPES } from './customers.ts'
import {
  flag,
  id,
  identityNumber,
  instant,
  integerOf,
  microseconds,
  oneOf,
  orNull,
  text,
} from './field.ts'
import { equals, facet, includeDeleted, updatedSince } from './list.ts'
import { computed, record } from './record.ts'

/** Identification forms. Personal fields are null once the person has been forgotten. */
export const customerForms = record(
  'customer_form',
  {
    list: {
      id,
      idNo: orNull(identityNumber),
      nameSurname: orNull(text),
      idType: oneOf(...ID_TYPES),
      idCardType: oneOf(...ID_CARD_TYPES),
      isApproval: flag,
      isSigned: flag,
      masakStatus: integerOf(MasakStatus),
      approvedAt: orNull(instant),
      signedAt: orNull(instant),
      createdAt: microseconds,
      updatedAt: microseconds,
    },
    parts: { rejected: flag },
    detail: { birthday: orNull(text), nationality: orNull(text) },
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
        equals('idNo'),
        facet('idType'),
        facet('isApproval'),
        facet('isSigned'),
        facet('masakStatus'),
        updatedSince,
        includeDeleted,
      ],
    },
    indexes: ['(company_id, id_no, created_at, id)', '(company_id, person_ref)'],
    searchedBy: 'personRef',
    auditKeys: ['idNo'],
  },
  {
    list: {
      status: computed(
        oneOf('pending', 'approved', 'rejected').schema,
        ({ rejected, is_approval }) =>
          rejected ? 'rejected' : is_approval ? 'approved' : 'pending',
      ),
    },
  },
)
