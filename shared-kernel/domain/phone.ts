import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** A phone number's digits with the country code: `905321234567`. */
export type PhoneDigits = string

/** The digits of a phone number, Turkish unless it names a country; undefined if invalid. */
export function phoneDigits(text: string): PhoneDigits | undefined {
  const phone = parsePhoneNumberFromString(text, { defaultCountry: 'TR', extract: false })
  return phone?.isValid() === true ? phone.number.slice(1) : undefined
}

/** Whether an SMS can be sent there for certain. */
export const isMobile = (digits: PhoneDigits): boolean =>
  parsePhoneNumberFromString(`+${digits}`)?.getType() === 'MOBILE'
