import { documentLedgerEvents, transactionClaimEvents } from '#kernel/events/claims.ts'
import type { Log } from '../event-sourcing/log.ts'
import { bringsNothing, repositoryOf } from '../event-sourcing/repository.ts'
import { documentLedger } from './document-ledger.ts'
import { transactionClaim } from './transaction-claim.ts'

const noPerson = { purpose: 'company', person: 'company' } as const

/**
 * The repositories of claims. Claims contain no personal data, and come to nothing without their document:
 * the recovery gives them back.
 */
export const claimRepositories = (log: Log) => ({
  ledgers: repositoryOf(log, {
    family: documentLedgerEvents,
    aggregate: documentLedger,
    sealedFor: () => noPerson,
    brings: bringsNothing,
    isLedger: true,
  }),
  transactionClaims: repositoryOf(log, {
    family: transactionClaimEvents,
    aggregate: transactionClaim,
    sealedFor: () => noPerson,
    brings: bringsNothing,
  }),
})
