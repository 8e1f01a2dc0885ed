import { withPlainDigits } from './plain-digits.ts'
import { BLANK_CHARACTERS, UNSTORABLE_CHARACTERS } from './written-text.ts'

/** The characters that a stored code has at most. */
export const MAX_KMTS_CODE = 64

/** Line breaks, control characters and invisible ones come from a scanner, not from a label. A space may be on one. */
export const KMTS_CODE = `^[^${UNSTORABLE_CHARACTERS}${BLANK_CHARACTERS.replace(' ', '')}]*$`

/** What a scanner may put before a code, to say which kind of code it read. */
const AIM_PREFIX = /^(?:\][A-Z][0-9]\s*)+/

/** The stored form of a scanned code. Upper case without a locale, so that `i` becomes `I`. */
export const normalisedCode = (scanned: string): string =>
  withPlainDigits(scanned.trim()).toUpperCase().replace(AIM_PREFIX, '')
