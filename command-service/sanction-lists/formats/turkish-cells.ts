import { fold } from '#kernel/domain/turkish-text.ts'
import { itemsIn, splitOutside } from './words/brackets.ts'
import { clean, distinct } from './words/clean.ts'

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
  const items = itemsIn(cell)
  const parts = items.length > 1 ? items : splitOutside(cell, /[\n;]/)
  return distinct(parts.map((part) => clean(part).replace(/[;,]$/, '').trim()))
}

/** Whole names that commas separate; `KURGU, Ali` is one name. */
export function listedNames(text: string): readonly string[] {
  const names = splitOutside(text, /,/).map(clean)
  return names.length > 1 && names.every((name) => /\S\s+\S/.test(name)) ? names : [text]
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
