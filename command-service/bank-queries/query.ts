import {
  type LogPosition,
  laterOf,
  START_OF_LOG,
} from '#kernel/platform/event-store/log-position.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import type { Origin } from '#kernel/platform/recording/event-codec.ts'
import type { Leases } from '../event-sourcing/leases.ts'
import { originOf } from '../event-sourcing/origin.ts'
import type { IntegratedAccount } from './asked-accounts.ts'
import { queryAccount } from './query-account.ts'
import type { AccountDependencies } from './query-source.ts'
import { type AccountResult, messageOf, SKIPPED, sharedMessage } from './result.ts'

interface QueryDependencies extends AccountDependencies {
  readonly leases: Leases
}

export interface Queried {
  readonly results: readonly AccountResult[]
  /** Of the last event; the start of the log when there is none. */
  readonly position: LogPosition
}

export interface BankQuerying {
  /** Queries the accounts one after the other; a failure of one does not touch the others. */
  readonly query: (
    accounts: readonly IntegratedAccount[],
    context: RequestContext,
  ) => Promise<Queried>
}

export function bankQuerying(dependencies: QueryDependencies): BankQuerying {
  const { logger, leases, newId } = dependencies

  async function queryOne(account: IntegratedAccount, origin: Origin) {
    const { accountId, name, askedInstead } = account
    const message = askedInstead === undefined ? SKIPPED : sharedMessage(askedInstead)
    const skipped = { accountId, name, status: 'skipped' as const, message }
    const nothingDone = { position: START_OF_LOG, result: skipped }
    if (askedInstead !== undefined) return nothingDone
    try {
      const work = (lost: AbortSignal) => queryAccount(dependencies, account, { origin, lost })
      return (await leases.whileHeld(`bankQuery/${accountId}`, work)) ?? nothingDone
    } catch (error) {
      logger.error({ err: error, accountId }, 'a bank query failed')
      const notRecorded = messageOf({ reason: 'notRecorded', providerError: null })
      const result = { accountId, name, status: 'failed' as const, message: notRecorded }
      return { ...nothingDone, result }
    }
  }

  return {
    async query(accounts, context) {
      const origin = originOf(context, newId())
      const results: AccountResult[] = []
      let last: LogPosition = START_OF_LOG
      for (const account of accounts) {
        const { result, position } = await queryOne(account, origin)
        results.push(result)
        last = laterOf(last, position)
      }
      return { results, position: last }
    },
  }
}
