import { bigint, flag, instant, integer, oneOf, orNull, text } from '#kernel/records/field.ts'
import { table } from '#kernel/records/table.ts'

/** Identification forms. What is personal is null when the person has been forgotten. */
export const customerFormTable = table(
  'customer_form',
  {
    company_id: text,
    id: text,
    /** Taken up by its person's forms: before that, and without that, it does not count. */
    visible: flag,
    person_ref: text,
    id_no: orNull(text),
    name_surname: orNull(text),
    id_type: oneOf<'person' | 'company'>(),
    id_card_type: oneOf<'idCard' | 'passport' | 'dlCard' | 'other'>(),
    birthday: orNull(text),
    nationality: orNull(text),
    is_approval: flag,
    is_signed: flag,
    masak_status: integer,
    rejected: flag,
    deleted: flag,
    approved_at: orNull(instant),
    signed_at: orNull(instant),
    created_at: bigint,
    updated_at: bigint,
  },
  {
    key: ['company_id', 'id'],
    indexes: [
      '(company_id, id_no, created_at, id)',
      '(company_id, person_ref) where id_no is null',
    ],
  },
)
