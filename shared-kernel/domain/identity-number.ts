import { tckimlik, vkn } from 'stdnum/lib/cjs/tr/index.js'

/** Stands for a buyer who is not named. It is no valid number: who accepts it asks for it by name. */
export const END_CONSUMER = '11111111111'

/** A person's national number (TCKN, 11 digits) or a taxpayer's (VKN, 10 digits). */
export const isValidIdentityNumber = (text: string): boolean => isTckn(text) || isVkn(text)

// The library forgives blanks and dashes; a number that is kept and compared must have none.
export const isTckn = (text: string): boolean =>
  /^\d{11}$/.test(text) && tckimlik.validate(text).isValid

export const isVkn = (text: string): boolean => /^\d{10}$/.test(text) && vkn.validate(text).isValid

/** The form of a passport number; it has no check digits, so nothing more can be said. */
export const isPassportNumber = (text: string): boolean => /^[A-Za-z0-9]{6,20}$/.test(text)
