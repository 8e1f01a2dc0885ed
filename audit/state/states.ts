import {
  type LogSubscription,
  placeBehind,
  type StoredEvent,
} from '#kernel/platform/event-store/event-store.ts'
import type { AuditedLog, AuditedSystem } from '../audited-system.ts'
import { changesBetween, type FieldChange } from '../flatten.ts'
import { recordedMs } from '../history/place-in-time.ts'
import { eventsBehind } from '../history/related.ts'
import type { OwnedSubject } from '../nouns.ts'
import { TooLong } from '../too-long.ts'
import { detailOf } from './details.ts'
import { rowsIn } from './rows.ts'
import { withScratch } from './scratch.ts'

/** A record's state after an event that changed it. */
export interface RecordState {
  readonly event: StoredEvent
  /** The detail response of the API; undefined for a 404. */
  readonly answer: object | undefined
  readonly changes: readonly FieldChange[]
  readonly isFirst: boolean
}

interface States {
  readonly states: readonly RecordState[]
  /** False if the first state sums up all earlier events. */
  readonly areAll: boolean
}

export const MAX_STATES = 200
const MOST_READ = 20_000

/**
 * The states of a record, projected by the real projectors from the events that it depends on.
 * `updatedAt` is left out, because it also depends on other changes of the company at that moment.
 */
export async function statesOf(system: AuditedSystem, subject: OwnedSubject): Promise<States> {
  const events = await readBehind(system, subject)
  const past = { ...system, log: logOf(system.log, events) }
  const states = await withScratch(past, subject.companyId, async ({ client, advance }) => {
    const rows = rowsIn(client)
    const changed: RecordState[] = []
    let before: object | undefined
    for (const event of events.slice(-MAX_STATES)) {
      await advance(event.position)
      const answer = withoutMoment(await detailOf(rows, subject))
      const changes = changesBetween(before, answer)
      const isFirst = before === undefined && answer !== undefined
      if (changes.length > 0) changed.push({ event, answer, changes, isFirst })
      before = answer
    }
    return changed
  })
  return { states, areAll: events.length <= MAX_STATES }
}

async function readBehind(system: AuditedSystem, subject: OwnedSubject) {
  const events: StoredEvent[] = []
  for await (const event of eventsBehind(system, subject)) {
    events.push(event)
    if (events.length > MOST_READ) throw new TooLong()
  }
  return events
}

/** The detail response at a moment, up to the first event that was recorded later; undefined for a 404. */
export async function stateAt(
  system: AuditedSystem,
  subject: OwnedSubject,
  moment: number,
): Promise<object | undefined> {
  const events = await readBehind(system, subject)
  const later = events.findIndex((event) => recordedMs(event) > moment)
  const shown = later === -1 ? events : events.slice(0, later)
  const last = shown.at(-1)
  if (last === undefined) return undefined
  const past = { ...system, log: logOf(system.log, shown) }
  return withScratch(past, subject.companyId, async ({ client, advance }) => {
    await advance(last.position)
    return withoutMoment(await detailOf(rowsIn(client), subject))
  })
}

function withoutMoment(answer: object | undefined): object | undefined {
  if (answer === undefined) return undefined
  return Object.fromEntries(Object.entries(answer).filter(([name]) => name !== 'updatedAt'))
}

/** A log that holds these events only. */
const logOf = (log: AuditedLog, events: readonly StoredEvent[]): AuditedLog => ({
  ...log,
  subscribe: ({ after, handle }: LogSubscription) => {
    const later = events.filter(({ position }) => position > after.position)
    const last = later.at(-1)
    const upTo = last === undefined ? after : placeBehind(last)
    const closed = Promise.withResolvers<undefined>()
    const handled = handle(later, upTo)
    return {
      ended: Promise.all([handled, closed.promise]).then(() => undefined),
      place: () => upTo,
      lastHeardAt: () => Date.now(),
      close: async () => {
        closed.resolve(undefined)
        await handled
      },
    }
  },
})
