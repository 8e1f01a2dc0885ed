import { withPlainDigits } from './plain-digits.ts'
import { withoutInvisible } from './written-text.ts'

/** Capitals of Greek and Cyrillic, each with the Latin one that is printed alike. */
const PAIRS =
  'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ЅS ІI ЈJ ԚQ ԜW ҮY'

const lookAlikes: ReadonlyMap<string, string> = new Map(
  PAIRS.split(' ').map((pair) => [pair.charAt(0), pair.charAt(1)]),
)

/**
 * What a serial looks like in print, for comparing: case, width, invisible characters, composed or combining marks, the four
 * Turkish i, digits of any script and the capitals that two scripts share make no difference. An ASCII serial in capitals is
 * its own form.
 */
export const printedForm = (text: string): string =>
  withPlainDigits(withoutInvisible(text.normalize('NFKC')))
    .replaceAll(/[İIıi]\u0307*/g, 'I')
    .toUpperCase()
    .normalize('NFKC')
    .replaceAll(/./gu, (character) => lookAlikes.get(character) ?? character)
    .replaceAll(/\s+/g, ' ')
    .trim()

export const isPrintedAlike = (one: string, other: string): boolean =>
  printedForm(one) === printedForm(other)
