import type { DatabaseSync } from 'node:sqlite'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { eInvoiceTaxpayers } from '#kernel/contract/test-mode.ts'

const row = Compile(
  Type.Union([
    Type.Object({
      eInvoice: Type.Integer(),
      title: Type.Union([Type.String(), Type.Null()]),
    }),
    Type.Undefined(),
  ]),
)

export interface Taxpayer {
  readonly taxNumber: string
  readonly eInvoice: boolean
  readonly title: string | null
}

export interface Taxpayers {
  register(taxpayer: Taxpayer): void
  /** An unregistered number is not an e-invoice taxpayer, except the magic ones. */
  find(taxNumber: string): Taxpayer
}

export function taxpayersIn(database: DatabaseSync): Taxpayers {
  const upsert = database.prepare(
    `insert into taxpayer (tax_number, e_invoice, title) values (?, ?, ?)
     on conflict (tax_number) do update set e_invoice = excluded.e_invoice, title = excluded.title`,
  )
  const select = database.prepare(
    'select e_invoice as eInvoice, title from taxpayer where tax_number = ?',
  )
  return {
    register: ({ taxNumber, eInvoice, title }) => {
      upsert.run(taxNumber, Number(eInvoice), title)
    },
    find: (taxNumber) => {
      const found = row.Parse(select.get(taxNumber))
      if (found === undefined) return unregistered(taxNumber)
      return { taxNumber, eInvoice: found.eInvoice === 1, title: found.title }
    },
  }
}

function unregistered(taxNumber: string): Taxpayer {
  const magic = Object.values(eInvoiceTaxpayers).find((one) => one.taxNumber === taxNumber)
  return { taxNumber, eInvoice: magic !== undefined, title: magic?.title ?? null }
}
