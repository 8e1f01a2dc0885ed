import { randomUUID } from 'node:crypto'
import type { Log } from '#command/event-sourcing/log.ts'
import { bringsNothing, repositoryOf } from '#command/event-sourcing/repository.ts'
import type { ListName } from '#command/providers/sanction-lists/port.ts'
import type { Aggregate } from '#kernel/domain/aggregate.ts'
import { type RescreeningEvent, rescreeningEvents } from '#kernel/events/screening.ts'
import { operatorOrigin } from '#kernel/platform/cli/operator-origin.ts'

type Run = RescreeningEvent['data']
type State = Run | null

const rescreening: Aggregate<RescreeningEvent, State> = {
  initial: null,
  evolve: (_before, event) => event.data,
}

/** Lists are no company's. */
const OWNER = 'system'

const repositoryIn = (log: Log) =>
  repositoryOf(log, {
    family: rescreeningEvents,
    aggregate: rescreening,
    sealedFor: () => ({ purpose: 'company', person: 'company' }),
    brings: bringsNothing,
  })

const streamOf = (list: ListName) => `${rescreeningEvents.category}-${list}`

/** The version of a list against which all customers were compared last, and the place of that in the log. */
export async function lastRescreened(log: Log, list: ListName) {
  const { state, position } = await repositoryIn(log).load(streamOf(list))
  return { version: state?.version ?? null, position }
}

export async function recordRun(log: Log, run: Run): Promise<void> {
  await repositoryIn(log).execute({
    stream: streamOf(run.list),
    decision: () => [{ type: 'CustomersRescreened', data: run }],
    origin: { ...operatorOrigin(randomUUID()), companyId: OWNER },
  })
}
