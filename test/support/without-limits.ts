/** Tests send as fast as they can, and to the same phones. */
export const withoutLimits = {
  RATE_PER_KEY: '0',
  SMS_PER_PHONE_HOUR: '0',
  SMS_PER_PHONE_DAY: '0',
} as const
