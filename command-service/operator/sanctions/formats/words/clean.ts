/** Text without what no database keeps. */
export const keepable = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replace(/[\0-\x08\x0B\x0C\x0E-\x1F]/g, '').toWellFormed()

/** The same without needless blanks. */
export const clean = (text: string): string =>
  keepable(text)
    .replace(/[^\S\n]+/g, ' ')
    .trim()

/** Each text once, in the order in which they come; not the ones that are empty or `except`. */
export const distinct = (texts: readonly string[], except: readonly string[] = []) => [
  ...new Set(texts.filter((text) => text !== '' && !except.includes(text))),
]
