/**
 * What a spreadsheet program takes for a formula. Some programs drop white space in front, and some
 * read the wide forms of the characters as the usual ones.
 */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

/** A text for a cell of a spreadsheet: an apostrophe in front of a formula makes it text. */
export const withoutFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)
