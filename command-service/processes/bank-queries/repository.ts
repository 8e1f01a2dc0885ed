import { bankQuery } from '#command/modules/bank-queries/bank-query.ts'
import { repositoryOf } from '#command/store/aggregate.ts'
import type { Log } from '#command/store/log.ts'
import { bankQueryEvents } from '#kernel/events/bank-query.ts'

export type BankQueryRepository = ReturnType<typeof bankQueryRepository>

export const bankQueryRepository = (log: Log) =>
  repositoryOf(log, {
    family: bankQueryEvents,
    decider: bankQuery,
    sealedFor: () => ({ purpose: 'company', person: 'company' }),
  })

export const bankQueryStream = (accountId: string) => `bankQuery-${accountId}`
