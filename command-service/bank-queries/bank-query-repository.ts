import { bankQueryEvents } from '#kernel/events/bank-query.ts'
import type { Log } from '../event-sourcing/log.ts'
import { bringsNothing, repositoryOf } from '../event-sourcing/repository.ts'
import { bankQuery } from './bank-query.ts'

export type BankQueryRepository = ReturnType<typeof bankQueryRepository>

export const bankQueryRepository = (log: Log) =>
  repositoryOf(log, {
    family: bankQueryEvents,
    aggregate: bankQuery,
    sealedFor: () => ({ purpose: 'company', person: 'company' }),
    // A query is not a record that could come twice; its answer says what became of each account.
    brings: bringsNothing,
  })

export const bankQueryStream = (accountId: string) => `bankQuery-${accountId}`
