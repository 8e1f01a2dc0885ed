import type { DatabaseSync } from 'node:sqlite'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { oneOf } from '../one-of.ts'
import { type Documents, documentStates } from './documents.ts'

const nullableText = Type.Union([Type.String(), Type.Null()])

const voucherRow = Type.Object({
  uuid: Type.String(),
  number: nullableText,
  state: oneOf(documentStates),
  xml: Type.String(),
  phone: Type.String(),
  /** The prefix of the official number; null leaves it to the provider. */
  serial: nullableText,
  keptAt: Type.String(),
  acceptedAt: nullableText,
  /** Why it was refused. */
  detail: nullableText,
})

const row = Compile(Type.Union([voucherRow, Type.Undefined()]))

export type Voucher = Readonly<Static<typeof voucherRow>>

export interface Vouchers {
  /** Stores the voucher's current state. */
  save(voucher: Voucher): void
  find(uuid: string): Voucher | undefined
}

export function vouchersIn(database: DatabaseSync, documents: Documents): Vouchers {
  const upsert = database.prepare(
    `insert into voucher (uuid, xml, phone, serial, kept_at, accepted_at, detail)
     values (?, ?, ?, ?, ?, ?, ?)
     on conflict (uuid) do update set
       xml = excluded.xml, phone = excluded.phone, serial = excluded.serial,
       kept_at = excluded.kept_at, accepted_at = excluded.accepted_at, detail = excluded.detail`,
  )
  const select = database.prepare(
    `select uuid, number, state, xml, phone, serial,
            kept_at as keptAt, accepted_at as acceptedAt, detail
       from voucher join document using (uuid) where uuid = ?`,
  )
  return {
    save: ({ uuid, number, state, xml, phone, serial, keptAt, acceptedAt, detail }) => {
      documents.save({ uuid, kind: 'voucher', number, state })
      upsert.run(uuid, xml, phone, serial, keptAt, acceptedAt, detail)
    },
    find: (uuid) => row.Parse(select.get(uuid)),
  }
}
