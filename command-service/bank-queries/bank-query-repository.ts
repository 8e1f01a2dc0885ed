import { bankQueryEvents } from '#kernel/events/bank-query.ts'
import { repositoryOf } from '../event-sourcing/aggregate.ts'
import type { Log } from '../event-sourcing/log.ts'
import { bankQuery } from './bank-query.ts'

export type BankQueryRepository = ReturnType<typeof bankQueryRepository>

export const bankQueryRepository = (log: Log) =>
  repositoryOf(log, {
    family: bankQueryEvents,
    decider: bankQuery,
    sealedFor: () => ({ purpose: 'company', person: 'company' }),
  })

export const bankQueryStream = (accountId: string) => `bankQuery-${accountId}`
