import anyAscii from 'any-ascii'

/** Digits of every script and width as 0 to 9. */
export const withPlainDigits = (text: string): string =>
  text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => anyAscii(digit))
