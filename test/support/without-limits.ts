/** Tests send as fast as they can, and to the same phones. */
export const withoutLimits = {
  RATE_PER_KEY: '0',
  SMS_PER_PHONE_HOUR: '0',
  SMS_PER_PHONE_DAY: '0',
} as const

/** For who asks again and again whether a key is refused: each time is a wrong sign-in. */
export const anyNumberOfTries = {
  SIGN_IN_ATTEMPTS_PER_USER: '0',
  SIGN_IN_ATTEMPTS_PER_ADDRESS: '0',
} as const
