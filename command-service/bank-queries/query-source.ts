import type { BankGateway, GatewayLogin } from '#command/providers/bank-gateway/port.ts'
import { instantOf } from '#kernel/domain/instant.ts'
import type { BankSource } from '#kernel/events/bank-query.ts'
import type { LogPosition } from '#kernel/platform/event-store/log-position.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { Origin } from '#kernel/platform/recording/event-codec.ts'
import type { Log } from '../event-sourcing/log.ts'
import type { IntegratedAccount } from './asked-accounts.ts'
import type { BankQueryDecision, DataOf, Followed, OpenBookings } from './bank-query.ts'
import { type BankQueryRepository, bankQueryStream } from './bank-query-repository.ts'
import { recordFailure, recordQuery, startQuery } from './decide.ts'
import type { Delivery } from './delivery.ts'
import { type AccountRead, type AccountReading, readAccount } from './read-account.ts'
import { MOST_REPAIRED, repaired } from './repaired.ts'
import type { QueryFailure } from './result.ts'
import { windowsOf } from './windows.ts'

export interface AccountDependencies {
  readonly log: Log
  readonly repository: BankQueryRepository
  readonly gateway: BankGateway
  readonly newId: () => string
  readonly loginOf: (companyId: string) => GatewayLogin | undefined
  readonly timeZoneOf: (companyId: string) => string
  /** Aborted when the service stops and no longer waits for banks. */
  readonly signal: AbortSignal
  readonly logger: Logger
}

export interface Held {
  readonly origin: Origin
  /** Aborted when another process may query the account. */
  readonly lost: AbortSignal
}

/** What is asked, as whom, and how far it has been asked before. */
export interface AskedSource {
  readonly source: BankSource
  readonly login: GatewayLogin | undefined
  readonly followed: Followed | undefined
}

/** For all pages of one account, so that a slow bank does not hold up the other accounts. */
const ACCOUNT_PATIENCE_MS = 240_000

interface SourceQuery {
  readonly asked: AskedSource
  readonly held: Held
}

interface SourceQueried {
  readonly failure: QueryFailure | null
  readonly open: OpenBookings
  readonly position: LogPosition
}

/** Asks the bank for what came since a source was asked last, and records it. */
export async function querySource(
  dependencies: AccountDependencies,
  { accountId, othersOf }: IntegratedAccount,
  { asked: { source, login, followed }, held: { origin, lost } }: SourceQuery,
): Promise<SourceQueried> {
  const { log, repository, timeZoneOf, signal } = dependencies
  const now = log.now()
  const windows = windowsOf(followed, now)
  const times = { from: instantOf(windows[0]?.from ?? now), to: instantOf(now) }
  const query = { accountId, ...times, source }
  const { attempt, open } = await begin(dependencies, query, origin)
  const reading: AccountReading = {
    accountId,
    otherAccounts: othersOf(source.accountRef),
    accountRef: source.accountRef,
    ...attempt,
    windows,
    login,
    timeZone: timeZoneOf(origin.companyId),
    signal: AbortSignal.any([signal, lost, AbortSignal.timeout(ACCOUNT_PATIENCE_MS)]),
    delivery: deliveryOf(open),
  }
  const read = await readAccount(dependencies, reading)
  if (read.failure === null) await recordRepaired(repository, reading)
  const { state, position } = await repository.execute({
    stream: bankQueryStream(accountId),
    decision: outcomeOf(query, read),
    origin: attempt.origin,
  })
  return { failure: read.failure, open: state.open, position }
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

type Query = Pick<DataOf<'BankQueryStarted'>, 'accountId' | 'from' | 'to' | 'source'>

/** The attempt is in the log before the bank is asked; its outcome names it as its cause. */
async function begin({ repository, newId }: AccountDependencies, query: Query, byRequest: Origin) {
  const attemptId = newId()
  const origin = { ...byRequest, attemptId }
  const { eventIds, state } = await repository.execute({
    stream: bankQueryStream(query.accountId),
    decision: startQuery({ ...query, attemptId }),
    origin,
  })
  const [causationId = null] = eventIds
  return { attempt: { attemptId, origin: { ...origin, causationId } }, open: state.open }
}

function outcomeOf(
  asked: Query,
  { progress: { receivedCount, recordedCount }, failure }: AccountRead,
): BankQueryDecision {
  const query = { ...asked, receivedCount, recordedCount }
  if (failure === null) return recordQuery(query)
  const { reason, providerError } = failure
  return recordFailure({ ...query, reason, providerCode: providerError?.code ?? null })
}
