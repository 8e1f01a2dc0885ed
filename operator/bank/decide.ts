import { randomUUID } from 'node:crypto'
import type { BankQueryDecision } from '#command/bank-queries/bank-query.ts'
import {
  bankQueryRepository,
  bankQueryStream,
} from '#command/bank-queries/bank-query-repository.ts'
import type { SetAsideRow } from '#command/bank-queries/set-aside-table.ts'
import type { Log } from '#command/event-sourcing/log.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import type { System } from '#kernel/platform/cli/connections.ts'
import { operatorOrigin } from '#kernel/platform/cli/operator-origin.ts'
import { commonClock } from '#kernel/platform/database/common-clock.ts'
import { waitForReadModels } from '../catch-up.ts'

export const logOf = async ({ eventStore, vault, pool }: System): Promise<Log> => ({
  eventStore,
  vault,
  now: await commonClock(pool),
})

export const originFor = ({ company_id: companyId }: SetAsideRow) => ({
  ...operatorOrigin(randomUUID()),
  companyId,
})

export function refuseDecided({ id, state, transaction_id: transactionId }: SetAsideRow): void {
  if (state === 'open') return
  const how = state === 'recorded' ? `recorded as transaction ${transactionId}` : 'dismissed'
  throw new CommandError(`Booking ${id} was ${how} before.`)
}

/** Tables may show a booking as open that somebody has decided on in the meantime. */
export async function refuseClosed(
  system: System,
  { id, account_id: accountId }: SetAsideRow,
): Promise<void> {
  const repository = bankQueryRepository(await logOf(system))
  const { state } = await repository.load(bankQueryStream(accountId))
  if (!state.open.has(id)) throw decidedMeanwhile(id)
}

const decidedMeanwhile = (id: string) =>
  new CommandError(`Booking ${id} was decided by somebody else just now.`)

/** Records a person's decision, and waits until readers see it. */
export async function decide(
  system: System,
  booking: SetAsideRow,
  decision: BankQueryDecision,
): Promise<void> {
  const stream = bankQueryStream(booking.account_id)
  const repository = bankQueryRepository(await logOf(system))
  const origin = originFor(booking)
  const { events, position } = await repository.execute({ stream, decision, origin })
  if (events.length === 0) throw decidedMeanwhile(booking.id)
  await waitForReadModels(system.pool, position, {
    done: 'The decision is recorded, but not shown',
  })
}
