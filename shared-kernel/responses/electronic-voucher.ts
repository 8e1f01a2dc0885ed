import type { Static } from 'typebox'
import type { ElectronicVoucher } from '#kernel/contract/electronic-vouchers.ts'
import type { ElectronicDocument } from '#kernel/events/electronic-document.ts'

/** The answer of every step of an electronic voucher. */
export const electronicVoucher = ({
  id,
  isFinalized,
  document,
}: {
  readonly id: string
  readonly isFinalized: boolean
  readonly document: ElectronicDocument
}): Static<typeof ElectronicVoucher> => ({
  id,
  documentMode: 'electronic',
  isFinalized,
  eDocument: shownDocument(document),
})

/** With every moment as answers show it: to the millisecond. */
export const shownDocument = (document: ElectronicDocument): ElectronicDocument => ({
  ...document,
  frozenAt: shownMoment(document.frozenAt),
  preparedAt: shownMoment(document.preparedAt),
  smsSentAt: shownMoment(document.smsSentAt),
  smsRetryAt: shownMoment(document.smsRetryAt),
  acceptedAt: shownMoment(document.acceptedAt),
  finalizedAt: shownMoment(document.finalizedAt),
  lastCheckedAt: shownMoment(document.lastCheckedAt),
})

const shownMoment = (moment: string | null) =>
  moment === null ? null : new Date(moment).toISOString()
