import { valueUnlessForgotten } from '#kernel/events/event-family.ts'
import { listAfter, noPrices } from '#kernel/events/price-list.ts'
import {
  apiKeyEvents,
  companyEvents,
  companySettingsEvents,
  priceEvents,
} from '#kernel/events/reference-data.ts'
import type { Recorded } from '#kernel/platform/recording/event-codec.ts'
import { columnsOf } from '#projections/read-models/columns.ts'
import { projector } from '#projections/read-models/projector.ts'

// Each event carries the whole record, so no earlier row is read (but of prices, which may be many). A key that is ended, and a company
// that is passive, are so at once: no other event of the company holds that back.
const prepare = () => undefined

const recordOf = ({ metadata: { companyId }, revision }: Recorded<unknown>) => ({
  companyId,
  revision: String(revision),
})

export const companyProjectors = [
  projector(companyEvents, {
    version: 1,
    isIndependent: true,
    prepare,
    apply(recorded, { company }) {
      company.put(columnsOf({ ...recorded.event.data, ...recordOf(recorded) }))
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
    apply(recorded, { apiKey }) {
      const { data } = recorded.event
      const secretHash = valueUnlessForgotten(data.secretHash)
      apiKey.put(columnsOf({ ...data, ...recordOf(recorded), secretHash }))
    },
  }),
  projector(priceEvents, {
    version: 2,
    prepare({ event: { data }, metadata: { companyId } }, { price }) {
      price.want(companyId, data.material)
    },
    apply({ event: { data }, metadata: { companyId, recordedAt } }, { price }) {
      const { material } = data
      const before = price.get(companyId, material)
      const known = before && { inForce: before.in_force, toCome: before.to_come }
      price.put(
        columnsOf({ companyId, material, ...listAfter(known ?? noPrices, data, recordedAt) }),
      )
    },
  }),
]
