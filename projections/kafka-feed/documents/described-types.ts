import { catalogue } from '#projections/public-events/catalogue.ts'
import { isKept, typeName } from '#projections/public-events/decision.ts'
import type { Json } from '#projections/public-events/public-event.ts'
import { schemaDocument } from './schema-document.ts'

/** A public type with all that its documents need. */
export interface DescribedType {
  readonly topic: string
  /** `SmsSent` */
  readonly event: string
  /** `sarraf.expense-voucher.SmsSent.v1` */
  readonly type: string
  readonly category: string
  readonly when: string
  readonly schema: Json
}

interface KeptType {
  readonly topic: string
  readonly event: string
  readonly why: string
}

const decisions = catalogue.flatMap((family) =>
  [...family.decisions].map(([event, decision]) => ({ family, event, decision })),
)

export const describedTypes: readonly DescribedType[] = decisions.flatMap(
  ({ family: { topic, noun, category }, event, decision }) => {
    if (isKept(decision)) return []
    const { when, version } = decision
    const type = typeName(noun, event, version)
    const schema = schemaDocument(type, when, decision.schema)
    return [{ topic, event, type, category, when, schema }]
  },
)

export const keptTypes: readonly KeptType[] = decisions.flatMap(({ family, event, decision }) =>
  isKept(decision) ? [{ topic: family.topic, event, why: decision.why }] : [],
)
