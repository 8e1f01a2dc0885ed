const MAX_NAME = 100

/** A name from a file, made safe for one line of a terminal. */
export const printable = (name: string): string => inOneLine(name).slice(0, MAX_NAME)

/** The same for words of our own around it, however long. */
export const inOneLine = (words: string): string =>
  words.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')
