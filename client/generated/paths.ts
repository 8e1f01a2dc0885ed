// Written by `npm run generate`.

/** The POSTs that take an `Idempotency-Key`: with the same key they create nothing a second time. */
export const creations: readonly string[] = [
  '/v1/expenses',
  '/v1/kmts-verifications',
  '/v1/customers',
  '/v1/compliance/sanction-checks',
  '/v1/invoices',
]

/** The lists that take `filter[includeDeleted]`; nothing leaves the others. */
export const listsWithDeletions: readonly string[] = [
  '/v1/expenses',
  '/v1/compliance/verifications',
  '/v1/invoice-variables',
]
