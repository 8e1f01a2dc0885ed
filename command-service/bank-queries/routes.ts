import type { UntilReadable } from '#command/event-sourcing/named-when-shown.ts'
import { queryBanks } from '#kernel/contract/bank-queries.ts'
import { detail } from '#kernel/domain/detail.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import { notFound, reject } from '#kernel/domain/rejection.ts'
import type { KnownBankAccount } from '#kernel/events/bank-account.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { type Route, route } from '#kernel/platform/http/route.ts'
import { type IntegratedAccount, integratedAccount } from './asked-accounts.ts'
import type { BankQuerying } from './query.ts'
import { resultOf } from './result.ts'

export interface BankQueryRoutes {
  readonly querying: BankQuerying
  readonly references: {
    readonly bankAccount: (companyId: string, accountId: string) => KnownBankAccount | undefined
    readonly bankAccounts: (companyId: string) => readonly KnownBankAccount[]
  }
  /** Waits until readers can see a position, within the time they are kept waiting for it. */
  readonly untilReadable: UntilReadable
  /** Aborted when the service stops and no longer waits for readers. */
  readonly closing: AbortSignal
  /** Epoch milliseconds. */
  readonly now: () => number
}

export const bankQueryRoutes = (dependencies: BankQueryRoutes): readonly Route[] => [
  route(queryBanks, async ({ body, context }) => {
    const accounts = accountsFor(dependencies, context.caller.companyId, body.accountId)
    const ranAt = instantOf(dependencies.now())
    const { results, position } = await dependencies.querying.query(accounts, context)
    if (!dependencies.closing.aborted) await dependencies.untilReadable(position)
    const headers = position === START_OF_LOG ? {} : { 'x-event-position': position.toString() }
    return { data: resultOf(results, ranAt), headers }
  }),
]

/** The one that was named, or all that a bank can be asked about. */
function accountsFor(
  { references }: BankQueryRoutes,
  companyId: string,
  accountId: string | undefined,
): readonly IntegratedAccount[] {
  const all = references.bankAccounts(companyId)
  if (accountId === undefined)
    return all.flatMap((account) => integratedAccount(account, all) ?? [])
  const account = references.bankAccount(companyId, accountId)
  if (account === undefined) return notFound('bank account')
  const wanted = integratedAccount(account, all)
  return wanted === undefined ? refuse() : [wanted]
}

const refuse = () =>
  reject('VALIDATION_FAILED', 'The bank cannot be asked about this account.', [
    detail('data.accountId', 'integrated'),
  ])
