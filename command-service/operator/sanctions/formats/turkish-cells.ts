import { fold } from '#kernel/domain/turkish-text.ts'
import { clean, distinct } from '../list-row.ts'

const ITEM = /(?:^|(?<=[\s;,]))\p{L}\)\s*/u

const months = [
  'ocak',
  'subat',
  'mart',
  'nisan',
  'mayis',
  'haziran',
  'temmuz',
  'agustos',
  'eylul',
  'ekim',
  'kasim',
  'aralik',
]

/** The values of one cell: `a) … b) …`, or one on each line. */
export function itemsOf(cell: string): readonly string[] {
  const parts = ITEM.test(cell) ? cell.split(ITEM) : cell.split(/[\n;]/)
  return distinct(parts.map((part) => clean(part).replace(/[;,]$/, '').trim()))
}

/** The numbers of documents in a cell, without the words around them. */
export function numbersIn(cell: string): readonly string[] {
  const found = cell.match(/(?<![\p{L}\p{N}])\p{L}{0,3}[- ]?\d[\p{L}\d]{3,}(?![\p{L}\p{N}])/gu)
  return distinct((found ?? []).map((number) => number.replace(/[- ]/g, '')))
}

/** `dd.mm.yyyy` and `5 Şubat 1981` as `YYYY-MM-DD`; a bare year and anything else unchanged. */
export function dateOf(text: string): string {
  const numeric = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:\s+[\d:]+)?$/.exec(text)
  if (numeric !== null) return isoDay(numeric[3], numeric[2], numeric[1]) ?? text
  const [, day, month, year] = /^(\d{1,2})\s+(\p{L}+)\s+(\d{4})$/u.exec(text) ?? []
  const number = months.indexOf(fold(month ?? '')) + 1
  return number === 0 ? text : (isoDay(year, String(number), day) ?? text)
}

function isoDay(year = '', month = '', day = ''): string | undefined {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${iso}T00:00:00Z`)
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso)
  return exists ? iso : undefined
}
