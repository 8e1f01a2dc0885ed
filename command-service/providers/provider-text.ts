const MOST_CHARACTERS = 500
/** More characters than are used to separate the digits of a code. */
const MOST_BETWEEN_DIGITS = 5

/**
 * What a provider says, as it may be kept and shown: one line of bounded length, without the secret
 * code that it was sent, in any spelling in which it repeats the code.
 */
export function providerText(text: string, secretCode?: string): string {
  const line = oneLine(text)
  return cut(secretCode === undefined ? line : withoutCode(line, secretCode))
}

const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()

/** The replacement has letters, so that the digits around it do not form the code again. */
function withoutCode(text: string, code: string): string {
  const between = `[^\\p{L}\\p{N}]{0,${MOST_BETWEEN_DIGITS}}`
  return text
    .normalize('NFKC')
    .replaceAll(new RegExp(code.replaceAll(/\D/g, '').split('').join(between), 'gu'), '[code]')
}

const cut = (text: string): string => text.slice(0, MOST_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '')
