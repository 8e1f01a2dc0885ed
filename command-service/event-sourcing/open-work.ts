import { randomUUID } from 'node:crypto'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Origin, Recorded } from '#kernel/platform/recording/event-codec.ts'
import { originOfProcess } from '#kernel/platform/recording/origin.ts'
import type { OpenWork } from './process-manager.ts'

/** What open work keeps of its last step. */
export const stepFields = {
  companyId: Type.String(),
  /** Epoch milliseconds. */
  since: Type.Number(),
  lastEventId: Type.String(),
  /** Of the command that the step belongs to. */
  correlationId: Type.String(),
  /** The request that the step was taken for; null for a step of a process. */
  requestId: Type.Union([Type.String(), Type.Null()]),
}

type LastStep = Static<ReturnType<typeof Type.Object<typeof stepFields>>>

export const stepOf = ({ metadata, id }: Recorded<unknown>): LastStep => ({
  companyId: metadata.companyId,
  since: Date.parse(metadata.recordedAt),
  lastEventId: id,
  correlationId: metadata.correlationId,
  requestId: metadata.requestId,
})

/** A step of a process belongs to the request that the work began with. */
export const originAfter = (
  process: string,
  {
    companyId,
    lastEventId: eventId,
    correlationId,
  }: Pick<LastStep, 'companyId' | 'lastEventId' | 'correlationId'>,
): Origin =>
  originOfProcess(process, {
    companyId,
    commandId: randomUUID(),
    cause: { eventId, correlationId },
  })

/** A step of a process that no request began. */
export const originOfStep = (process: string, companyId: string): Origin =>
  originOfProcess(process, { companyId, commandId: randomUUID(), cause: null })

/** The open work as it was saved; undefined when this version saves another shape. */
export function openWorkOf<Open extends TSchema>(schema: Open) {
  const saved = Type.Record(Type.String(), schema)
  return (state: unknown): OpenWork<Static<Open>> | undefined =>
    Value.Check(saved, state) ? new Map(Object.entries(state)) : undefined
}

export const put = <Open>(work: OpenWork<Open>, id: string, open: Open): OpenWork<Open> =>
  new Map(work).set(id, open)

export function without<Open>(work: OpenWork<Open>, id: string): OpenWork<Open> {
  if (!work.has(id)) return work
  const others = new Map(work)
  others.delete(id)
  return others
}
