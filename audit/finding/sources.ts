import { NORMAL_NUMBER } from '#kernel/records/kept-items.ts'
import { columnIn } from '#kernel/records/record.ts'
import { type Noun, recordOf } from '../nouns.ts'

/** The columns of a table that can be searched by a printed value. */
export interface SearchedTable {
  readonly table: string
  readonly id?: string
  /** The name that the API gives to each. */
  readonly columns: Readonly<Record<string, string>>
  readonly hasSerial?: boolean
  /** Has the pseudonym of the person whose identity number it shows. */
  readonly hasPerson?: boolean
  /** The folded name that its list searches, and which rows have it in the index. */
  readonly name?: { readonly column: string; readonly among: string } | undefined
  /** It has phones and IBANs of people. */
  readonly hasContacts?: boolean
}

const company: SearchedTable = {
  table: 'company',
  id: 'company_id',
  columns: { tax_number: 'taxNumber' },
}

/** What the record's description says of its audit keys. */
export function sourceOf(noun: Noun): SearchedTable {
  if (noun === 'company') return company
  const record = recordOf(noun)
  const counted = record.counts?.find(({ text }) => text !== undefined)
  return {
    table: record.name,
    columns: Object.fromEntries(
      record.auditKeys.map((key) => [key === 'idNo' ? NORMAL_NUMBER : columnIn(record, key), key]),
    ),
    name:
      counted?.text === undefined
        ? undefined
        : { column: counted.text, among: counted.where ?? 'true' },
    hasContacts: 'ibans' in record.columns && 'phone' in record.columns,
    hasSerial: 'serial' in record.columns && 'number' in record.columns,
    hasPerson: record.auditKeys.includes('idNo') && 'person_ref' in record.columns,
  }
}
