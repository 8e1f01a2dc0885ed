import type { DatabaseSync } from 'node:sqlite'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { oneOf } from '../one-of.ts'

export const documentStates = ['draft', 'accepted', 'rejected', 'cancelled'] as const

const documentRow = Type.Object({
  uuid: Type.String(),
  kind: oneOf(['voucher', 'invoice']),
  number: Type.Union([Type.String(), Type.Null()]),
  state: oneOf(documentStates),
})

const row = Compile(Type.Union([documentRow, Type.Undefined()]))

export type Document = Readonly<Static<typeof documentRow>>

export interface Documents {
  /** Stores the document's current state. */
  save(document: Document): void
  find(uuid: string): Document | undefined
}

export function documentsIn(database: DatabaseSync): Documents {
  const upsert = database.prepare(
    `insert into document (uuid, kind, number, state) values (?, ?, ?, ?)
     on conflict (uuid) do update set number = excluded.number, state = excluded.state`,
  )
  const select = database.prepare('select uuid, kind, number, state from document where uuid = ?')
  return {
    save: ({ uuid, kind, number, state }) => {
      upsert.run(uuid, kind, number, state)
    },
    find: (uuid) => row.Parse(select.get(uuid)),
  }
}
