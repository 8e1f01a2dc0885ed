/** Text without what no database keeps. */
export const keepable = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replace(/[\0-\x08\x0B\x0C\x0E-\x1F]/g, '').toWellFormed()

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  nbsp: ' ',
}

/** Letters as web pages write them, `&#39;`: some publishers copy their lists from such pages. */
const withoutEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|quot|apos|lt|gt|nbsp));/gi, letterOf)
    : text

function letterOf(written: string, decimal?: string, hexadecimal?: string, name?: string): string {
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  if (code > 0x1f && code <= 0x10ffff) return String.fromCodePoint(code)
  return entities[name?.toLowerCase() ?? ''] ?? written
}

/** The same without needless blanks. */
export const clean = (text: string): string =>
  keepable(withoutEntities(text))
    .replace(/[^\S\n]+/g, ' ')
    .trim()

/** Each text once, in the order in which they come; not the ones that are empty or `except`. */
export const distinct = (texts: readonly string[], except: readonly string[] = []) => [
  ...new Set(texts.filter((text) => text !== '' && !except.includes(text))),
]
