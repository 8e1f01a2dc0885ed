import type { EventMetadata } from '#kernel/events/metadata.ts'
import type { RecordName } from '#kernel/records/records.ts'
import { microsecondsOf } from '#kernel/records/times.ts'
import type { ReadModel } from './read-model.ts'

/** The lists that clients follow by `updatedAt`, each within its company. */
export type Resource = `${RecordName}s` | 'invoiceVariables'

type When = Pick<EventMetadata, 'companyId' | 'recordedAt'>

/** Requests the row that `nextChange` reads. */
export const wantLastChange = (model: ReadModel, { companyId }: When, resource: Resource) =>
  model.lastChange.want(companyId, resource)

/**
 * The `updated_at` of the next row that changes. It strictly increases in log order and depends only on
 * the events, so that a rebuild gives the same values.
 */
export function nextChange(model: ReadModel, when: When, resource: Resource): string {
  const { companyId } = when
  const last = model.lastChange.get(companyId, resource)
  const recordedAt = microsecondsOf(when.recordedAt)
  const following = last === undefined ? recordedAt : BigInt(last.updated_at) + 1n
  const next = (recordedAt > following ? recordedAt : following).toString()
  model.lastChange.put({ company_id: companyId, resource, updated_at: next })
  return next
}

export const recordedAtOf = ({ recordedAt }: When): string => microsecondsOf(recordedAt).toString()
