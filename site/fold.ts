/**
 * A word as the search compares it, of a page or of a reader: `İşletmeci`, `ISLETMECI` and `işletmeci` are one.
 * Lower case alone makes two characters of `İ`, and leaves `ı` apart from `i`.
 */
export const foldedWord = (word: string): string =>
  word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i')
