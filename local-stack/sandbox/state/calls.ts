import type { DatabaseSync } from 'node:sqlite'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'

const nullableText = Type.Union([Type.String(), Type.Null()])

const rows = Compile(
  Type.Array(
    Type.Object({
      operation: Type.String(),
      at: Type.String(),
      uuid: nullableText,
      requestId: nullableText,
    }),
  ),
)

const count = Compile(Type.Object({ calls: Type.Number() }))

export interface Call {
  readonly operation: string
  readonly at: string
  /** The document it is about. */
  readonly uuid: string | null
  readonly requestId: string | null
}

export interface Calls {
  record(call: Call): void
  /** The latest calls, oldest first; of all operations if none is named. */
  list(operation: string | null): readonly Call[]
  /** The number of calls of these operations for the document. */
  count(uuid: string, operations: readonly string[]): number
}

const MOST_LISTED = 100_000

export function callsIn(database: DatabaseSync): Calls {
  const insert = database.prepare(
    'insert into call (operation, at, uuid, request_id) values (?, ?, ?, ?)',
  )
  const columns = 'operation, at, uuid, request_id as requestId'
  const latest = database.prepare(
    `select ${columns} from call order by id desc limit ${MOST_LISTED}`,
  )
  const latestOfOperation = database.prepare(
    `select ${columns} from call where operation = ? order by id desc limit ${MOST_LISTED}`,
  )
  const countOfDocument = database.prepare(
    'select count(*) as calls from call where uuid = ? and operation in (select value from json_each(?))',
  )
  return {
    record: ({ operation, at, uuid, requestId }) => {
      insert.run(operation, at, uuid, requestId)
    },
    list: (operation) =>
      rows.Parse(operation === null ? latest.all() : latestOfOperation.all(operation)).toReversed(),
    count: (uuid, operations) =>
      count.Parse(countOfDocument.get(uuid, JSON.stringify(operations))).calls,
  }
}
