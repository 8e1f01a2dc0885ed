import { bankAccountEvents } from '#kernel/events/bank-account.ts'
import type { EventStore, StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { decodeWithoutKeys } from '#kernel/platform/recording/event-codec.ts'
import type { CheckedLine } from './kind.ts'
import { referenceInUse } from './kinds/bank-account.ts'
import type { LineFault } from './line-fault.ts'
import type { Survey } from './survey.ts'

/** What a line says that another record says too, once the whole file is recorded. */
export type TakenFrom = (line: CheckedLine) => readonly LineFault[]

const PREFIX = `${bankAccountEvents.category}-`

/** Records that the file leaves alone come before those that it changes, and these in its order. */
export async function takenValues(
  eventStore: Pick<EventStore, 'readLog' | 'readLogBack'>,
  { exclusive }: Survey,
): Promise<TakenFrom> {
  const isAsked = [...exclusive.values()].some((value) => value !== null)
  const standing = isAsked ? await referencesIn(eventStore) : new Map<string, string | null>()
  for (const stream of exclusive.keys()) standing.delete(stream)
  const holders = new Map<string, string>()
  for (const [stream, value] of [...standing, ...exclusive]) {
    if (value !== null && !holders.has(value)) holders.set(value, stream)
  }
  return ({ stream, exclusive: said }) => {
    const value = said?.value ?? null
    if (said === undefined || value === null || exclusive.get(stream) !== value) return []
    const holder = holders.get(value)
    if (holder === undefined || holder === stream) return []
    return [{ field: said.field, wrong: `is taken by the account ${holder.slice(PREFIX.length)}` }]
  }
}

/** By the streams of the accounts. */
async function referencesIn(eventStore: Pick<EventStore, 'readLog' | 'readLogBack'>) {
  const references = new Map<string, string | null>()
  for (const event of await accountEvents(eventStore)) {
    for (const { event: account } of decodeWithoutKeys(() => bankAccountEvents, [event])) {
      references.set(event.stream, referenceInUse(account.data))
    }
  }
  return references
}

/** In the order of the log. A store that looks at each event may not find all of a kind within a read's time. */
async function accountEvents({
  readLog,
  readLogBack,
}: Pick<EventStore, 'readLog' | 'readLogBack'>) {
  try {
    const back = readLogBack({ streamPrefixes: [PREFIX], toTheBeginning: true })
    return (await Array.fromAsync(back)).filter(isOfAccount).toReversed()
  } catch {
    const found: StoredEvent[] = []
    for await (const event of readLog(START_OF_LOG)) if (isOfAccount(event)) found.push(event)
    return found
  }
}

const isOfAccount = ({ stream, isGenuine }: StoredEvent) => isGenuine && stream.startsWith(PREFIX)
