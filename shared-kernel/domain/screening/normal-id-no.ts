import { withPlainDigits } from '../plain-digits.ts'

/** An identity or document number in the form that is compared, without separators. Lists have digits of other scripts too. */
export const normalIdNo = (idNo: string): string =>
  withPlainDigits(idNo)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
