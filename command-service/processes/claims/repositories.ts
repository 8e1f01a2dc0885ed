import { documentLedger } from '#command/modules/claims/document-ledger.ts'
import { transactionClaim } from '#command/modules/claims/transaction-claim.ts'
import { repositoryOf } from '#command/store/aggregate.ts'
import type { Log } from '#command/store/log.ts'
import { documentLedgerEvents, transactionClaimEvents } from '#kernel/events/claims.ts'

const nobody = { purpose: 'company', person: 'company' } as const

/** Where claims stand: they hold nothing that is about a person. */
export const claimRepositories = (log: Log) => ({
  ledgers: repositoryOf(log, {
    family: documentLedgerEvents,
    decider: documentLedger,
    sealedFor: () => nobody,
  }),
  transactionClaims: repositoryOf(log, {
    family: transactionClaimEvents,
    decider: transactionClaim,
    sealedFor: () => nobody,
  }),
})
