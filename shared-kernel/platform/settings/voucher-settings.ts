import { integer } from './setting.ts'

const DAY_SECONDS = 86_400

/** Of electronic vouchers: the seller's SMS, and what is asked after they were sent. */
export const voucherSettings = {
  SMS_COOLDOWN_SECONDS: integer('SMS_COOLDOWN_SECONDS', {
    default: 60,
    maximum: DAY_SECONDS,
    meaning: 'The shortest time between two SMS of one document.',
  }),
  SMS_PER_PHONE_HOUR: integer('SMS_PER_PHONE_HOUR', {
    default: 5,
    meaning:
      'How many SMS one phone may get within an hour over all documents of a company; 0 sets no limit.',
  }),
  SMS_PER_PHONE_DAY: integer('SMS_PER_PHONE_DAY', {
    default: 20,
    meaning: 'The same within 24 hours.',
  }),
  SENT_CHECK_SECONDS: integer('SENT_CHECK_SECONDS', {
    default: DAY_SECONDS,
    minimum: 1,
    maximum: 30 * DAY_SECONDS,
    meaning:
      'How often the integrator is asked whether an electronic voucher that was sent has been cancelled in its portal.',
  }),
  SENT_CHECKS: integer('SENT_CHECKS', {
    default: 7,
    maximum: 365,
    meaning: 'How many times it is asked about each voucher; 0 asks never.',
  }),
}
