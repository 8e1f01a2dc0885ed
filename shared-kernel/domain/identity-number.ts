import { tckimlik, vkn } from 'stdnum/lib/cjs/tr/index.js'
import { withoutInvisible } from './written-text.ts'

/** The number of an unnamed buyer. It is not a valid number, so callers that accept it check for it. */
export const END_CONSUMER = '11111111111'

/** The tax authority's number for a buyer abroad who has none here. It is not a valid number either. */
export const BUYER_ABROAD = '2222222222'

/** Numbers that stand for many people, and so for no person. */
export const isPlaceholder = (text: string): boolean =>
  text === END_CONSUMER || text === BUYER_ABROAD

/** 10 or 11 digits, whatever their checksum is: no document shows another number. */
export const hasFiscalForm = (text: string): boolean => /^[0-9]{10,11}$/.test(text)

/** A person's national number (TCKN, 11 digits) or a taxpayer's (VKN, 10 digits). */
export const isValidIdentityNumber = (text: string): boolean => isTckn(text) || isVkn(text)

export const isTckn = (text: string): boolean =>
  isWrittenPlainly(text) && tckimlik.validate(text).isValid

export const isVkn = (text: string): boolean => isWrittenPlainly(text) && vkn.validate(text).isValid

/** The library accepts full-width digits; a number that is stored and compared must have none. */
const isWrittenPlainly = (text: string) => /^\d+$/.test(text)

/**
 * Whether a number of a person or company has digits from 0 to 9 alone, and no invisible characters: another way to write them
 * would be another person.
 */
export const isWrittenInPlainDigits = (text: string): boolean =>
  !/(?![0-9])\p{N}/u.test(text) && withoutInvisible(text) === text
