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
      idNo: orNull(text).says(
        'National identity number, tax number or document number.',
        '10000000146',
      ),
      createdAt: instant.says('When it was created.', '2026-11-20T09:45:00.123456Z'),
      updatedAt: instant.says(
        'When it last changed, in microseconds; strictly increasing within a company.',
        '2026-11-20T09:45:00.123456Z',
      ),
      /** JSON text, because jsonb holds neither all that JSON can nor the digits of numbers. */
      dataSet: orNull(kind('text', DataSet, dataSetIn)).says(
        'The result of the verification, as the service delivered it.',
        { result: 'verified' },
      ),
    },
    row: { personRef: text },
  },
  {
    indexes: ['(company_id, person_ref)', '(company_id, normal_number)'],
    searchedBy: ['personRef'],
  },
)
