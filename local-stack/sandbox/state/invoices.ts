import type { DatabaseSync } from 'node:sqlite'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { oneOf } from '../one-of.ts'
import { type Documents, documentStates } from './documents.ts'

const nullableText = Type.Union([Type.String(), Type.Null()])

const fault = { code: Type.String(), message: Type.String() }

/** The refusal of an invoice, as it was answered. */
const refusalAnswer = Type.Object({ ...fault, errors: Type.Array(Type.Object(fault)) })

const refusalText = Compile(refusalAnswer)

const invoiceRow = Type.Object({
  uuid: Type.String(),
  number: nullableText,
  state: oneOf(documentStates),
  xml: Type.String(),
  /** The prefix of the official number; null leaves it to the provider. */
  serial: nullableText,
  keptAt: Type.String(),
  acceptedAt: nullableText,
  refusal: nullableText,
})

const row = Compile(Type.Union([invoiceRow, Type.Undefined()]))

export type Refusal = Readonly<Static<typeof refusalAnswer>>

export interface Invoice extends Readonly<Omit<Static<typeof invoiceRow>, 'refusal'>> {
  readonly refusal: Refusal | null
}

export interface Invoices {
  /** Stores the invoice's current state. */
  save(invoice: Invoice): void
  find(uuid: string): Invoice | undefined
}

export function invoicesIn(database: DatabaseSync, documents: Documents): Invoices {
  const upsert = database.prepare(
    `insert into invoice (uuid, xml, serial, kept_at, accepted_at, refusal)
     values (?, ?, ?, ?, ?, ?)
     on conflict (uuid) do update set
       xml = excluded.xml, serial = excluded.serial, kept_at = excluded.kept_at,
       accepted_at = excluded.accepted_at, refusal = excluded.refusal`,
  )
  const select = database.prepare(
    `select uuid, number, state, xml, serial, kept_at as keptAt, accepted_at as acceptedAt, refusal
       from invoice join document using (uuid) where uuid = ?`,
  )
  return {
    save: ({ uuid, number, state, xml, serial, keptAt, acceptedAt, refusal }) => {
      documents.save({ uuid, kind: 'invoice', number, state })
      const refused = refusal === null ? null : JSON.stringify(refusal)
      upsert.run(uuid, xml, serial, keptAt, acceptedAt, refused)
    },
    find: (uuid) => {
      const found = row.Parse(select.get(uuid))
      return found === undefined ? undefined : { ...found, refusal: refusalIn(found.refusal) }
    },
  }
}

const refusalIn = (text: string | null): Refusal | null =>
  text === null ? null : refusalText.Parse(JSON.parse(text))
