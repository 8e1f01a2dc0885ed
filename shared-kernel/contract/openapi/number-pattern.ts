import { isWrittenInPlainDigits } from '#kernel/domain/identity-number.ts'

/**
 * What no number of a person has, for a class of a regular expression as every language reads it: so without
 * characters behind U+FFFF, of which only the digits are refused. Looks at each character once: only the document
 * needs it.
 */
export function notInNumbers(): string {
  const ranges: string[] = []
  for (let code = 0; code <= LAST; code += 1) {
    if (!isRefused(code)) continue
    const first = code
    while (code < LAST && isRefused(code + 1)) code += 1
    ranges.push(first === code ? written(first) : `${written(first)}-${written(code)}`)
  }
  return ranges.join('')
}

const LAST = 0xffff

const isRefused = (code: number) => !isWrittenInPlainDigits(String.fromCharCode(code))

const written = (code: number) => `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`
