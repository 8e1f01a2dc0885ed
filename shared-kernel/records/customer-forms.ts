import { MasakStatus } from './bank-transactions.ts'
import { ID_CARD_TYPES, ID_TYPES } from './customers.ts'
import { flag, id, instant, integerOf, microseconds, oneOf, orNull, text } from './field.ts'
import { computed, record } from './record.ts'

/** Identification forms. Personal fields are null once the person has been forgotten. */
export const customerForms = record(
  'customer_form',
  {
    detail: {
      id,
      idNo: orNull(text),
      nameSurname: orNull(text),
      idType: oneOf(...ID_TYPES),
      idCardType: oneOf(...ID_CARD_TYPES),
      isApproval: flag,
      isSigned: flag,
      masakStatus: integerOf(MasakStatus),
      createdAt: microseconds,
      updatedAt: microseconds,
      birthday: orNull(text),
      nationality: orNull(text),
      approvedAt: orNull(instant),
      signedAt: orNull(instant),
    },
    row: {
      /** The stream of the person's forms has accepted the form. */
      visible: flag,
      personRef: text,
      rejected: flag,
      deleted: flag,
    },
  },
  {
    shown: 'visible and not deleted',
    indexes: ['(company_id, id_no, created_at, id)', '(company_id, person_ref)'],
    searchedBy: 'personRef',
    auditKeys: ['idNo'],
  },
  {
    detail: {
      status: computed(
        oneOf('pending', 'approved', 'rejected').schema,
        ({ rejected, is_approval }) =>
          rejected ? 'rejected' : is_approval ? 'approved' : 'pending',
      ),
    },
  },
)
