import type { BankSource } from '#kernel/events/bank-query.ts'
import { type LogPosition, laterOf } from '#kernel/platform/event-store/log-position.ts'
import type { IntegratedAccount } from './asked-accounts.ts'
import { type AccountQueries, keyOf, type OpenBookings } from './bank-query.ts'
import { bankQueryStream } from './bank-query-repository.ts'
import { queriedSources } from './earlier-sources.ts'
import {
  type AccountDependencies,
  type AskedSource,
  type Held,
  querySource,
} from './query-source.ts'
import {
  type AccountResult,
  earlierMessage,
  messageOf,
  type QueryFailure,
  setAsideMessage,
} from './result.ts'
import { type SourceHistory, sourceHistory } from './source-history.ts'

/** Its source, and first what came last under the one before. */
export async function queryAccount(
  dependencies: AccountDependencies,
  account: IntegratedAccount,
  held: Held,
): Promise<{ readonly position: LogPosition; readonly result: AccountResult }> {
  const { accountId, name } = account
  const { state } = await dependencies.repository.load(bankQueryStream(accountId))
  const { earlier, present } = await sourcesOf(dependencies, account, { held, state })
  const before = earlier && (await querySource(dependencies, account, { asked: earlier, held }))
  if (before !== undefined && mustComeAgain(before.failure, [dependencies.signal, held.lost])) {
    return { ...before, result: { accountId, name, ...statusOf(before) } }
  }
  const now = await querySource(dependencies, account, { asked: present, held })
  const missing = earlier === undefined ? undefined : lossOf(earlier, before?.failure ?? null)
  return {
    position: laterOf(before?.position ?? now.position, now.position),
    result: { accountId, name, ...statusOf(now, missing) },
  }
}

interface Querying {
  readonly held: Held
  readonly state: AccountQueries
}

async function sourcesOf(
  { log, loginOf }: AccountDependencies,
  { accountId, accountRef, isOfAnother }: IntegratedAccount,
  { held: { origin }, state }: Querying,
): Promise<{ readonly earlier?: AskedSource; readonly present: AskedSource }> {
  const login = loginOf(origin.companyId)
  const source = { accountRef, url: login?.url ?? null }
  const isNamed = !state.followed.has(keyOf(null))
  const { sources, loginAt } =
    isNamed && isSame(state.lastSource ?? source, source)
      ? unchanged
      : await sourceHistory(log, { companyId: origin.companyId, accountId })
  const { last = source, followed } = queriedSources(state, sources)
  const present = { source, login, followed: followed(source) }
  const isAtThisBank = last.url === source.url
  if (isSame(last, source) || (isAtThisBank && isOfAnother(last.accountRef))) return { present }
  const earlierLogin = isAtThisBank ? login : loginAt(last.url)
  return { present, earlier: { source: last, login: earlierLogin, followed: followed(last) } }
}

const unchanged: SourceHistory = { sources: [], loginAt: () => undefined }

const isSame = (one: BankSource, other: BankSource) => keyOf(one) === keyOf(other)

/** Not the bank's doing: it is asked again before anything else. */
const mustComeAgain = (failure: QueryFailure | null, ours: readonly AbortSignal[]) =>
  failure?.reason === 'notRecorded' ||
  (failure?.reason === 'interrupted' && ours.some(({ aborted }) => aborted))

/** A bank that knows a reference no more has refused it, and nothing is lost. */
const lossOf = ({ source }: AskedSource, failure: QueryFailure | null) =>
  failure === null || failure.reason === 'refused'
    ? undefined
    : earlierMessage(source.accountRef, failure)

/** What waits for a person is said until it is decided, also by queries that do not meet it any more. */
function statusOf(
  { failure, open }: { readonly failure: QueryFailure | null; readonly open: OpenBookings },
  missing?: string,
): Pick<AccountResult, 'status' | 'message'> {
  const faults = [
    ...(failure === null ? [] : [messageOf(failure)]),
    ...(open.size === 0 ? [] : [setAsideMessage(open)]),
  ]
  const said = [...faults, ...(missing === undefined ? [] : [missing])]
  return {
    status: faults.length === 0 ? 'success' : 'failed',
    message: said.length === 0 ? null : said.join(' '),
  }
}
