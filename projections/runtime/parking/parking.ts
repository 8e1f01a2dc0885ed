import type pg from 'pg'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { ReadableEvent, ShownEvent } from '#projections/runtime/shown-events.ts'
import type { BatchStep } from '#projections/runtime/step.ts'
import type { TableWrite } from '#projections/runtime/write-statement.ts'
import { type ParkedCompany, parkedIn, stuckStreams } from './parked-in.ts'
import { reasonOf } from './reason.ts'
import { type Parked, parking, unparking } from './statements.ts'
import { NO_COMPANY } from './table.ts'

/** The events of a step that are projected now, and those that wait. */
export interface Division {
  readonly shown: readonly ReadableEvent[]
  readonly parked: readonly Parked[]
}

/** The parked companies in the leader's memory: one entry for each, however many events wait. */
export interface Parking {
  readonly companies: () => readonly ParkedCompany[]
  readonly waitingOf: (companyId: string) => number
  readonly divide: (step: BatchStep) => Division
  /** Writes the parked events of the step. */
  readonly save: (step: BatchStep, division: Division) => readonly TableWrite[]
  readonly committed: (step: BatchStep, division: Division) => void
}

interface ParkingPlace {
  readonly schema: string
  readonly projection: string
  readonly logger: Logger
  readonly independentCategories: readonly string[]
}

const STREAM_IS_STUCK = 'an earlier event of its stream cannot be read'

/** Reads what an earlier leader left parked. */
export async function openParking(client: pg.ClientBase, place: ParkingPlace): Promise<Parking> {
  const { schema, projection, logger, independentCategories } = place
  const byCompany = new Map<string, ParkedCompany>()
  for (const one of await parkedIn(client, schema)) byCompany.set(one.company ?? NO_COMPANY, one)
  const stuck = await stuckStreams(client, schema, independentCategories)

  function wait({ event, error }: Parked, { retry }: BatchStep) {
    const { companyId } = event
    const before = byCompany.get(companyId)
    const isNew = retry === undefined
    const waiting = (before?.waiting ?? 0) + (isNew ? 1 : 0)
    if (error === null && before !== undefined)
      return byCompany.set(companyId, { ...before, waiting })
    const first = firstParked(event, error ?? '')
    logger.warn(
      { projection, schema, ...first },
      'an event cannot be projected: it parks its company',
    )
    return byCompany.set(companyId, { ...first, waiting })
  }

  function unpark(companyId: string) {
    byCompany.delete(companyId)
    for (const [stream, owner] of stuck) if (owner === companyId) stuck.delete(stream)
  }

  return {
    companies: () => [...byCompany.values()],
    waitingOf: (companyId) => byCompany.get(companyId)?.waiting ?? 0,
    divide: (step) =>
      divided(step, {
        isParked: (companyId) => byCompany.has(companyId),
        isStuck: (stream) => stuck.has(stream),
      }),
    save: (step, division) => writesOf(schema, step, division),
    committed(step, { shown, parked }) {
      for (const one of parked) {
        wait(one, step)
        if (one.event.isIndependent) stuck.set(one.event.stored.stream, one.event.companyId)
      }
      const { retry } = step
      if (retry === undefined) return
      if (parked.length > 0) retry.isOver = true
      const before = byCompany.get(retry.companyId)
      if (before === undefined) return
      const waiting = before.waiting - shown.length - retry.gone.length
      retry.gone = []
      if (waiting > 0) byCompany.set(retry.companyId, { ...before, waiting })
      else unpark(retry.companyId)
    },
  }
}

interface Waiting {
  readonly isParked: (companyId: string) => boolean
  readonly isStuck: (stream: string) => boolean
}

/** Independent events wait behind those of their stream alone; a retry keeps the order of all. */
function divided(step: BatchStep, { isParked, isStuck }: Waiting): Division {
  const { retry } = step
  const shown: ReadableEvent[] = []
  const parked: Parked[] = []
  const stopped = new Set<string>()
  const isRetried = (companyId: string) => retry?.companyId === companyId && !retry.isOver
  for (const event of step.events) {
    const { companyId, isIndependent } = event
    const { stream } = event.stored
    const isBehind = stopped.has(companyId) || (isParked(companyId) && !isRetried(companyId))
    const isHeld =
      isIndependent && retry === undefined ? stopped.has(stream) || isStuck(stream) : isBehind
    if (!isHeld && !('fault' in event)) {
      shown.push(event)
      continue
    }
    const reason = 'fault' in event ? reasonOf(event.fault) : STREAM_IS_STUCK
    parked.push({ event, error: isBehind ? null : reason })
    stopped.add(companyId).add(stream)
  }
  return { shown, parked }
}

function writesOf(schema: string, { retry }: BatchStep, { shown, parked }: Division) {
  const kept = retry === undefined ? parked : parked.filter(({ error }) => error !== null)
  const unparked =
    retry === undefined ? [] : [...retry.gone, ...shown.map(({ stored }) => stored.position)]
  return [
    ...(unparked.length > 0 ? [unparking(schema, unparked)] : []),
    ...(kept.length > 0 ? [parking(schema, kept)] : []),
  ]
}

function firstParked({ companyId, stored }: ShownEvent, error: string) {
  const { stream, revision, type } = stored
  const company = companyId === NO_COMPANY ? null : companyId
  return { company, stream, revision: revision.toString(), type, error }
}
