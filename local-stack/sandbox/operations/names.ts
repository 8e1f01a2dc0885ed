export const operationNames = [
  'voucher.prepare',
  'voucher.sms',
  'voucher.submit',
  'voucher.status',
  'voucher.file',
  'voucher.cancel',
  'invoice.submit',
  'invoice.draft',
  'invoice.deleteDraft',
  'taxpayer.lookup',
  'kmts.query',
  'bank.transactions',
] as const

export type OperationName = (typeof operationNames)[number]

export const faultModes = [
  'timeout',
  'accept-then-timeout',
  'reject-then-timeout',
  'error',
  'reject',
  'malformed',
  'slow',
  'rate-limited',
  'quota',
  'invalid-file',
] as const

export type FaultMode = (typeof faultModes)[number]
