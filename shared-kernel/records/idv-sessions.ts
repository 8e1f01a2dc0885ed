import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { parseStrictJson } from '#kernel/domain/strict-json.ts'
import { id, instant, kind, orNull, text } from './field.ts'
import { record } from './record.ts'

const DataSet = Type.Record(Type.String(), Type.Unknown())
const dataSets = Compile(DataSet)

function dataSetIn(json: string) {
  const value = parseStrictJson(json)
  if (dataSets.Check(value)) return value
  throw new TypeError('the data set of a session is no object')
}

/** Identity verification sessions. Personal fields are null once the person has been forgotten. */
export const idvSessions = record(
  'idv_session',
  {
    detail: {
      id,
      idNo: orNull(text),
      createdAt: instant,
      updatedAt: instant,
      /** JSON text, because jsonb holds neither all that JSON can nor the digits of numbers. */
      dataSet: orNull(kind('text', DataSet, dataSetIn)),
    },
    row: { personRef: text },
  },
  { indexes: ['(company_id, person_ref)'], searchedBy: 'personRef' },
)
