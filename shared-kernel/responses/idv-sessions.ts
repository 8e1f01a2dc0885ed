import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { IdvSession } from '#kernel/contract/verifications.ts'

/** A row of `idv_session`: the data set as JSON. */
export interface IdvSessionRow {
  readonly id: string
  readonly id_no: string | null
  readonly data_set: string | null
  readonly created_at: Date
  readonly updated_at: Date
}

const DataSet = Compile(Type.Record(Type.String(), Type.Unknown()))

export const idvSession = (row: IdvSessionRow): Static<typeof IdvSession> => ({
  id: row.id,
  idNo: row.id_no,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  dataSet: row.data_set === null ? null : DataSet.Parse(JSON.parse(row.data_set)),
})
