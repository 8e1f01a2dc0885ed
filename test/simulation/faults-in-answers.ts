import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { Ended } from './clients.ts'
import type { Answered } from './faults-in-log.ts'
import { companyOf } from './setup.ts'
import { wantedBy } from './wanted.ts'

interface Answers {
  readonly ended: readonly Ended[]
  readonly answered: readonly Answered[]
  readonly events: readonly StoredEvent[]
  /** Epoch milliseconds: nothing is disturbed any more. */
  readonly calmSince: number
}

/** The records that a company is answered are its own. */
export function othersNamed({ answered, events }: Answers): readonly string[] {
  const owners = new Map(
    events.map(({ stream, metadata }) => [
      stream.slice(stream.indexOf('-') + 1),
      metadata['companyId'],
    ]),
  )
  return answered.flatMap(({ client, named }) =>
    named.flatMap((id) => {
      const owner = owners.get(id)
      return owner === undefined || owner === companyOf(client)
        ? []
        : [`${companyOf(client)} is answered ${id}, which is of ${JSON.stringify(owner)}`]
    }),
  )
}

const OF_THE_REQUEST_ITSELF: ReadonlySet<number> = new Set([400, 401, 403, 404])

/** All requests are as they should be: what refuses one is what others have, or what somebody did not do. */
export const wrongRefusals = ({ answered }: Answers): readonly string[] =>
  answered.flatMap(({ creation = 200, client }) =>
    OF_THE_REQUEST_ITSELF.has(creation) ? [`${client.wants} is refused with ${creation}`] : [],
  )

const SERVED_AGAIN_WITHIN_MS = 10_000

/** Some time after the last disturbance nobody is asked to come later. */
export const lateForLater = ({ answered, calmSince }: Answers): readonly string[] =>
  answered.flatMap(({ isForLater, at }) =>
    isForLater && at > calmSince + SERVED_AGAIN_WITHIN_MS
      ? [`“later” is said ${at - calmSince} ms after the last disturbance`]
      : [],
  )

/** Nothing of a person stands in the log in clear. */
export function personalInClear({ ended, events }: Answers): readonly string[] {
  const log = JSON.stringify(events.map(({ data, metadata, stream }) => [data, metadata, stream]))
  const people = new Set(
    ended.flatMap(({ client }) => {
      const { kind, of } = wantedBy(client)
      return kind === 'label' || kind === 'bank query' ? [] : [of]
    }),
  )
  return [...people, 'Yılmaz'].flatMap((words) =>
    log.includes(words) ? [`${words} stands in the log in clear`] : [],
  )
}
