import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import type { EventMetadata } from '#kernel/events/metadata.ts'
import {
  apiKeyEvents,
  companyEvents,
  companySettingsEvents,
  priceEvents,
} from '#kernel/events/reference-data.ts'
import { microsecondsOf } from '#kernel/records/times.ts'
import { columnsOf } from '#projections/read-models/columns.ts'
import { projector } from '#projections/read-models/projector.ts'

// Each event carries the whole record, so no earlier row is read. A key that is ended, and a company
// that is passive, are so at once: no other event of the company holds that back.
const prepare = () => undefined

const recordOf = ({ companyId, recordedAt }: EventMetadata) => ({
  companyId,
  recordedAt: microsecondsOf(recordedAt).toString(),
})

export const companyProjectors = [
  projector(companyEvents, {
    version: 1,
    isIndependent: true,
    prepare,
    apply({ event: { data }, metadata }, { company }) {
      company.put(columnsOf({ ...data, ...recordOf(metadata) }))
    },
  }),
  projector(companySettingsEvents, {
    version: 1,
    prepare,
    apply({ event: { data }, metadata: { companyId } }, { companySettings }) {
      companySettings.put(columnsOf({ ...data, companyId }))
    },
  }),
  projector(apiKeyEvents, {
    version: 1,
    isIndependent: true,
    prepare,
    apply({ event: { data }, metadata }, { apiKey }) {
      const secretHash = valueUnlessForgotten(data.secretHash)
      apiKey.put(columnsOf({ ...data, ...recordOf(metadata), secretHash }))
    },
  }),
  projector(priceEvents, {
    version: 1,
    prepare,
    apply({ event: { data }, metadata: { companyId } }, { price }) {
      price.put(columnsOf({ ...data, companyId }))
    },
  }),
]
