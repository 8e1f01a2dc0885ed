import anyAscii from 'any-ascii'

/**
 * The form in which texts are searched and matched: ASCII, lower case, the four Turkish i as one.
 * They are joined before any change of case, which no locale gets right for all of them.
 */
export const fold = (text: string): string =>
  anyAscii(text.normalize('NFKC').replace(/[İIı]/g, 'i')).toLowerCase()
