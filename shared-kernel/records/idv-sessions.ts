import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { id, instant, kind, orNull, text } from './field.ts'
import { record } from './record.ts'

const DataSet = Type.Record(Type.String(), Type.Unknown())
const dataSets = Compile(DataSet)

/** Identity verification sessions. Personal fields are null once the person has been forgotten. */
export const idvSessions = record(
  'idv_session',
  {
    detail: {
      id,
      idNo: orNull(text),
      createdAt: instant,
      updatedAt: instant,
      /** JSON text, because jsonb cannot hold all that JSON can. */
      dataSet: orNull(kind('text', DataSet, (json: string) => dataSets.Parse(JSON.parse(json)))),
    },
    row: { personRef: text },
  },
  { indexes: ['(company_id, person_ref)'], searchedBy: 'personRef' },
)
