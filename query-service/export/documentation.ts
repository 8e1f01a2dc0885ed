import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ColumnKind, exportColumns } from './columns.ts'
import { type ExportNoun, exportNouns } from './nouns.ts'

const types: Readonly<Record<ColumnKind, string>> = {
  text: 'text',
  decimal: 'decimal',
  integer: 'integer',
  flag: 'true or false',
  instant: 'date-time',
  json: 'JSON',
}

/** `docs/export.md`: how to export, and the columns of every export, from the descriptions of the records. */
export function exportPage(): string {
  const introduction = readFileSync(join(import.meta.dirname, 'introduction.md'), 'utf8')
  const tables = Object.entries(exportNouns).map(([noun, one]) => tableOf(noun, one))
  return `${introduction}\n${tables.join('\n\n')}\n`
}

function tableOf(noun: string, { record }: ExportNoun): string {
  const rows = exportColumns(record).map(
    ({ name, kind, words = '' }) => `| \`${name}\` | ${types[kind]} | ${words} |`,
  )
  return [`### ${noun}`, '', '| column | type | |', '|---|---|---|', ...rows].join('\n')
}
