import { instant, orNull, text } from '#kernel/records/field.ts'
import { table } from '#kernel/records/table.ts'

/** What is personal is null when the person has been forgotten. */
export const idvSessionTable = table(
  'idv_session',
  {
    company_id: text,
    id: text,
    person_ref: text,
    id_no: orNull(text),
    /** JSON, as it was written: other types would not keep all that it can hold. */
    data_set: orNull(text),
    created_at: instant,
    updated_at: instant,
  },
  { key: ['company_id', 'id'] },
)
