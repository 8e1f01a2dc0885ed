import { createHash } from 'node:crypto'

interface Stamped {
  readonly companyId: string
  readonly accountId: string
  readonly stamp: string
}

/** The id of a transaction that was given none; its stream is where the stamp is claimed. */
export const bankTransactionIdOf = ({ companyId, accountId, stamp }: Stamped): string =>
  createHash('sha256').update(`${companyId}|${accountId}|${stamp}`).digest('hex').slice(0, 24)

export const bankTransactionStream = (transactionId: string): string =>
  `bankTransaction-${transactionId}`
