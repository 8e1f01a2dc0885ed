import type { OpenWork } from '#command/event-sourcing/process-manager.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import type { Recorded } from '#kernel/platform/recording/event-codec.ts'
import { decoded } from '#test/support/decoded.ts'
import { claimTypes } from '#test/support/log-invariants.ts'
import type { Plan, PlannedClient } from './plan.ts'

/** What a client was answered. */
export interface Answered {
  readonly requestId: string | undefined
  readonly isForLater: boolean
  /** The integrator has seen nothing of it. */
  readonly wasNotSent: boolean
  readonly message: string
  /** The HTTP status of an answer to who wanted to create a record; undefined of other requests. */
  readonly creation: number | undefined
  /** The ids that it names. */
  readonly named: readonly string[]
  /** Epoch milliseconds. */
  readonly at: number
  /** It may go on with the work of an earlier one. */
  readonly isRepeated: boolean
  readonly client: PlannedClient
  /** The record that was created; undefined where none was. */
  readonly created: unknown
  /** Of a query that was answered as complete: the stamps that the bank had booked and the log had not. */
  readonly missing: readonly string[]
}

interface Recordings {
  readonly events: readonly StoredEvent[]
  readonly answered: readonly Answered[]
  readonly plan: Plan
}

/** What comes to nothing by itself: claims, which the recovery gives back, and to give up what nobody has. */
const changesNothing: ReadonlySet<string> = new Set([
  ...claimTypes,
  'VoucherAbandoned',
  'InvoiceAbandoned',
  // A form that is not taken up never existed.
  'FormSubmitted',
])

export function changedForLater({ answered, events }: Recordings): readonly string[] {
  const changing = new Map(
    events.flatMap(({ type, metadata }) =>
      changesNothing.has(type) ? [] : [[metadata['requestId'], type] as const],
    ),
  )
  return answered.flatMap(({ isForLater, requestId = '' }) => {
    const type = isForLater ? changing.get(requestId) : undefined
    return type === undefined ? [] : [`${type} by a request that was answered "later"`]
  })
}

/** The clock of an instance can be known well when nothing held up what it asks the database. */
export const hasCommonTime = ({ networkFaults, interruptions, ambushes }: Plan) =>
  networkFaults.every(({ peer }) => peer !== 'database') &&
  ambushes.every(({ how, statement }) => how === 'dies' || statement === undefined) &&
  [...interruptions, ...ambushes].every(({ how }) => how !== 'is suspended')

const CLOCKS_DIFFER_BY_MS = 50

/** By how much an instance may set its clock right between two steps. */
export const correctedByMs = (plan: Plan) =>
  hasCommonTime(plan) ? 0 : Math.max(...plan.clockOffsetsMs.map(Math.abs))

export function wrongTimes({ plan, events }: Recordings): readonly string[] {
  if (!hasCommonTime(plan)) return []
  return events.flatMap(({ type, metadata, storedAt }) => {
    const aheadMs = Date.parse(String(metadata['recordedAt'])) - storedAt
    return aheadMs > CLOCKS_DIFFER_BY_MS ? [`${type} is recorded ${aheadMs} ms ahead`] : []
  })
}

export function recoveredWhileRunning({ plan, answered }: Recordings): readonly string[] {
  if (!hasCommonTime(plan)) return []
  return answered.flatMap(({ isRepeated, message }) =>
    !isRepeated && message.startsWith('The document was given up before')
      ? ['a document was given up although its request still ran']
      : [],
  )
}

export function unrelatedSteps({ events }: Recordings): readonly string[] {
  const correlations = new Map(events.map(({ id, metadata }) => [id, metadata['correlationId']]))
  return events.flatMap(({ type, stream, metadata }) => {
    if (!String(Object(metadata['actor']).id).endsWith('-recovery')) return []
    const correlation = correlations.get(String(metadata['causationId']))
    const isOfItsRequest = correlation !== undefined && correlation === metadata['correlationId']
    return isOfItsRequest ? [] : [`${stream}: ${type} of the recovery belongs to no request`]
  })
}

/** How the log tells a process what is to be done. */
export interface FoldedWork<Step, Open> {
  readonly families: Parameters<typeof decoded<Step>>[0]
  readonly evolve: (work: OpenWork<Open>, step: Recorded<Step>) => OpenWork<Open>
}

/** What is to be done by the events, folded one after the other. */
export const workIn = <Step, Open>(
  { families, evolve }: FoldedWork<Step, Open>,
  events: readonly StoredEvent[],
): OpenWork<Open> => decoded<Step>(families, events).reduce(evolve, new Map<string, Open>())
