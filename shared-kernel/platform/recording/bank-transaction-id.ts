import { createHash } from 'node:crypto'

interface Stamped {
  readonly companyId: string
  readonly accountId: string
  readonly stamp: string
}

/** The id of a transaction without a given id. Its stream also reserves the stamp. */
export const bankTransactionIdOf = ({ companyId, accountId, stamp }: Stamped): string =>
  createHash('sha256').update(`${companyId}|${accountId}|${stamp}`).digest('hex').slice(0, 24)

export const bankTransactionStream = (transactionId: string): string =>
  `bankTransaction-${transactionId}`
