import anyAscii from 'any-ascii'

/**
 * The form in which texts are searched and matched: ASCII, lower case, the four Turkish i as one, one blank between words.
 * The four i are unified before any change of case, because no locale converts all of them correctly.
 */
export const fold = (text: string): string =>
  anyAscii(text.normalize('NFKC').replace(/[İIı]/g, 'i')).toLowerCase().replaceAll(/\s+/g, ' ')
