import { type ColumnKind, exportColumns } from './columns.ts'
import { type ExportNoun, exportNouns } from './nouns.ts'

const START = '<!-- columns: written by `npm run export:columns` -->'
const END = '<!-- end of columns -->'

const types: Readonly<Record<ColumnKind, string>> = {
  text: 'text',
  decimal: 'decimal',
  integer: 'integer',
  flag: 'true or false',
  instant: 'date-time',
  json: 'JSON',
}

/** The page with the columns of every export, from the descriptions of the records. */
export function withColumns(page: string): string {
  const [before, rest = ''] = page.split(START)
  const [, after] = rest.split(END)
  if (before === undefined || after === undefined)
    throw new Error(`the page needs ${START} and ${END}`)
  const tables = Object.entries(exportNouns).map(([noun, one]) => tableOf(noun, one))
  return `${before}${START}\n\n${tables.join('\n\n')}\n\n${END}${after}`
}

function tableOf(noun: string, { record }: ExportNoun): string {
  const rows = exportColumns(record).map(
    ({ name, kind, words = '' }) => `| \`${name}\` | ${types[kind]} | ${words} |`,
  )
  return [`### ${noun}`, '', '| column | type | |', '|---|---|---|', ...rows].join('\n')
}
