import type { BankGateway, GatewayLogin } from '#command/providers/bank-gateway/port.ts'
import { epochMsOf, instantOf } from '#kernel/domain/instant.ts'
import {
  type LogPosition,
  laterOf,
  START_OF_LOG,
} from '#kernel/platform/event-store/log-position.ts'
import type { RequestContext } from '#kernel/platform/http/route.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { Origin } from '#kernel/platform/recording/event-codec.ts'
import type { Leases } from '../event-sourcing/leases.ts'
import type { Log } from '../event-sourcing/log.ts'
import { originOf } from '../event-sourcing/origin.ts'
import type { BankQueryDecision, DataOf, OpenBookings } from './bank-query.ts'
import { type BankQueryRepository, bankQueryStream } from './bank-query-repository.ts'
import type { Delivery } from './delivery.ts'
import { type AccountRead, type AccountReading, readAccount } from './read-account.ts'
import { MOST_REPAIRED, repaired } from './repaired.ts'
import { type AccountResult, messageOf, SKIPPED, setAsideMessage } from './result.ts'
import { windowsOf } from './windows.ts'

export const startQuery =
  (data: DataOf<'BankQueryStarted'>): BankQueryDecision =>
  ({ attemptId }) =>
    data.attemptId === attemptId ? [] : [{ type: 'BankQueryStarted', data }]

export const recordQuery =
  (data: DataOf<'BankAccountQueried'>): BankQueryDecision =>
  ({ lastTo }) =>
    data.to === lastTo ? [] : [{ type: 'BankAccountQueried', data }]

export const recordFailure =
  (data: DataOf<'BankQueryFailed'>): BankQueryDecision =>
  ({ lastTo }) =>
    data.to === lastTo ? [] : [{ type: 'BankQueryFailed', data }]

/** An account that the bank can be asked about. */
export interface IntegratedAccount {
  readonly accountId: string
  readonly name: string
  readonly accountRef: string
}

interface QueryDependencies {
  readonly log: Log
  readonly repository: BankQueryRepository
  readonly gateway: BankGateway
  readonly leases: Leases
  readonly newId: () => string
  readonly loginOf: (companyId: string) => GatewayLogin | undefined
  readonly timeZoneOf: (companyId: string) => string
  /** Aborted when the service stops and no longer waits for banks. */
  readonly signal: AbortSignal
  readonly logger: Logger
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

/** For all pages of one account, so that a slow bank does not hold up the other accounts. */
const ACCOUNT_PATIENCE_MS = 240_000

export function bankQuerying(dependencies: QueryDependencies): BankQuerying {
  const { logger, leases, newId } = dependencies

  async function queryOne(account: IntegratedAccount, origin: Origin) {
    const { accountId, name } = account
    const nothingDone = { position: START_OF_LOG, result: { accountId, name, ...skipped } }
    try {
      const work = (lost: AbortSignal) => queryHeld(dependencies, account, { origin, lost })
      return (await leases.whileHeld(`bankQuery/${accountId}`, work)) ?? nothingDone
    } catch (error) {
      logger.error({ err: error, accountId }, 'a bank query failed')
      const message = messageOf({ reason: 'notRecorded', providerError: null })
      return { ...nothingDone, result: { accountId, name, status: 'failed' as const, message } }
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

const skipped = { status: 'skipped', message: SKIPPED } as const

interface Held {
  readonly origin: Origin
  /** Aborted when another process may query the account. */
  readonly lost: AbortSignal
}

async function queryHeld(
  dependencies: QueryDependencies,
  account: IntegratedAccount,
  { origin, lost }: Held,
) {
  const { log, repository, loginOf, timeZoneOf, signal } = dependencies
  const { accountId, accountRef, name } = account
  const stream = bankQueryStream(accountId)
  const { state } = await repository.load(stream)
  const { queriedUntil } = state
  const now = log.now()
  const windows = windowsOf(queriedUntil === null ? null : epochMsOf(queriedUntil), now)
  const times = { from: instantOf(windows[0]?.from ?? now), to: instantOf(now) }
  const attempt = await begin(dependencies, { accountId, ...times }, origin)
  const reading: AccountReading = {
    accountId,
    accountRef,
    ...attempt,
    windows,
    login: loginOf(origin.companyId),
    timeZone: timeZoneOf(origin.companyId),
    signal: AbortSignal.any([signal, lost, AbortSignal.timeout(ACCOUNT_PATIENCE_MS)]),
    delivery: deliveryOf(state.open),
  }
  const read = await readAccount(dependencies, reading)
  if (read.failure === null) await recordRepaired(repository, reading)
  const decision = outcomeOf(accountId, times, read)
  const executed = await repository.execute({ stream, decision, origin: attempt.origin })
  const result = { accountId, name, ...statusOf(read, executed.state.open) }
  return { position: executed.position, result }
}

const deliveryOf = (open: OpenBookings): Delivery => ({
  setAside: new Set(),
  transactions: new Map(),
  awaited: new Set([...open.values()].flatMap(({ stamp }) => stamp ?? [])),
})

/** What the bank has delivered completely may hold what it had delivered in another form. */
async function recordRepaired(repository: BankQueryRepository, reading: AccountReading) {
  const { accountId, origin } = reading
  const stream = bankQueryStream(accountId)
  for (;;) {
    const { events } = await repository.execute({ stream, decision: repaired(reading), origin })
    if (events.length < MOST_REPAIRED) return
  }
}

/** The attempt is in the log before the bank is asked; its outcome names it as its cause. */
async function begin(
  { repository, newId }: QueryDependencies,
  asked: { readonly accountId: string; readonly from: string; readonly to: string },
  byRequest: Origin,
): Promise<Pick<AccountReading, 'attemptId' | 'origin'>> {
  const attemptId = newId()
  const origin = { ...byRequest, attemptId }
  const { eventIds } = await repository.execute({
    stream: bankQueryStream(asked.accountId),
    decision: startQuery({ ...asked, attemptId }),
    origin,
  })
  const [causationId = null] = eventIds
  return { attemptId, origin: { ...origin, causationId } }
}

function outcomeOf(
  accountId: string,
  times: { readonly from: string; readonly to: string },
  { progress: { receivedCount, recordedCount }, failure }: AccountRead,
): BankQueryDecision {
  const query = { accountId, ...times, receivedCount, recordedCount }
  if (failure === null) return recordQuery(query)
  const { reason, providerError } = failure
  return recordFailure({ ...query, reason, providerCode: providerError?.code ?? null })
}

/** What waits for a person is said until it is decided, also by queries that do not meet it any more. */
function statusOf(
  { failure }: AccountRead,
  open: OpenBookings,
): Pick<AccountResult, 'status' | 'message'> {
  if (failure === null && open.size === 0) return { status: 'success', message: null }
  const said = [
    ...(failure === null ? [] : [messageOf(failure)]),
    ...(open.size === 0 ? [] : [setAsideMessage(open)]),
  ]
  return { status: 'failed', message: said.join(' ') }
}
