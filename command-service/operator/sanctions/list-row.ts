import type { ListEntry } from '#command/providers/sanction-lists/port.ts'

/** One row of a list's file: an entry, or what is wrong with it. */
export type ListRow =
  | { readonly line: number; readonly entry: ListEntry; readonly fault?: undefined }
  | { readonly line: number; readonly fault: RowFault }

export interface RowFault {
  readonly field: string
  readonly wrong: string
}

/** The file as a whole is unreadable: its good rows cannot be distinguished from its bad ones. */
export class UnreadableList extends Error {
  override readonly name = 'UnreadableList'
  readonly line: number

  constructor(line: number, wrong: string) {
    super(wrong)
    this.line = line
  }
}

const MAX_NAME = 500
const MAX_ENTRY = 64 * 1024

type Fields = Readonly<Record<string, string>>

/** A row, once what every list must say has been looked at. */
export function listRow(line: number, entry: ListEntry): ListRow {
  const fault = faultOf(entry)
  return fault === undefined ? { line, entry } : { line, fault }
}

function faultOf(entry: ListEntry): RowFault | undefined {
  if (entry.name === '') return { field: 'name', wrong: 'is required' }
  if (entry.name.length > MAX_NAME) {
    return { field: 'name', wrong: `has more than ${MAX_NAME} characters` }
  }
  if (JSON.stringify(entry).length > MAX_ENTRY) {
    return { field: 'row', wrong: `has more than ${MAX_ENTRY} characters` }
  }
  return undefined
}

/** The row as it was; a column that has neither a heading nor a value is none. */
export const recordOf = (headings: readonly string[], cells: readonly string[]): Fields =>
  Object.fromEntries(
    headings
      .map((heading, at) => [heading || `${at + 1}`, keepable(cells[at] ?? '')] as const)
      .filter(([, value], at) => headings[at] !== '' || value !== ''),
  )

/** Text without what no database keeps. */
const keepable = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replace(/[\0-\x08\x0B\x0C\x0E-\x1F]/g, '').toWellFormed()

/** The same without needless blanks. */
export const clean = (text: string): string =>
  keepable(text)
    .replace(/[^\S\n]+/g, ' ')
    .trim()

export const orNothing = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : text

/** Each text once, in the order in which they come; not the ones that are empty or `except`. */
export const distinct = (texts: readonly string[], except: readonly string[] = []) => [
  ...new Set(texts.filter((text) => text !== '' && !except.includes(text))),
]
