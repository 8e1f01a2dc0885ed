import { withPlainDigits } from './plain-digits.ts'
import { withoutInvisible } from './written-text.ts'

/** All punctuation but what stands for characters that are not shown: a masked number is nobody's. */
const SEPARATORS = /(?![*#?•…])[\s\p{Z}\p{P}−]/gu

const TURKISH: Readonly<Record<string, string>> = { İ: 'I', Ş: 'S', Ç: 'C', Ğ: 'G', Ö: 'O', Ü: 'U' }

/**
 * The one form in which a number of a person or a company is compared, and by which its person is named: without case,
 * blanks and separators. A text of these alone is its own form, so that two of them do not meet.
 */
export function normalNumber(written: string): string {
  if (/^[0-9]+$/.test(written)) return written
  const capitals = withPlainDigits(withoutInvisible(written).normalize('NFKC')).toUpperCase()
  const number = capitals
    .normalize('NFC')
    .replace(/[İŞÇĞÖÜ]/g, (letter) => TURKISH[letter] ?? letter)
    .replaceAll(SEPARATORS, '')
  return number === '' ? written.trim() : number
}
