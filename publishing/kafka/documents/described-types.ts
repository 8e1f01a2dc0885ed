import { catalogue } from '#publishing/events/catalogue.ts'
import { isKept, typeName } from '#publishing/events/decision.ts'
import type { Json } from '#publishing/events/public-event.ts'
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
  /** Records from before the event was renamed have another type, and the same data. */
  readonly former: FormerType | undefined
}

interface FormerType {
  readonly type: string
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
    const { when, version, formerName } = decision
    const type = typeName(noun, event, version)
    const schema = schemaDocument(type, when, decision.schema)
    const former =
      formerName === undefined
        ? undefined
        : formerType(typeName(noun, formerName, version), type, decision.schema)
    return [{ topic, event, type, category, when, schema, former }]
  },
)

function formerType(type: string, now: string, schema: object): FormerType {
  const when = `The former name of ${now}. Records from before the renaming have it, and so do calls to endpoints of webhooks that ask for this name alone.`
  return { type, when, schema: schemaDocument(type, when, schema) }
}

/** Every type that records in the topics have. */
export const typesInRecords: readonly Pick<DescribedType, 'topic' | 'type' | 'when' | 'schema'>[] =
  describedTypes.flatMap((described) => {
    const { topic, former } = described
    return former === undefined ? [described] : [described, { topic, ...former }]
  })

export const keptTypes: readonly KeptType[] = decisions.flatMap(({ family, event, decision }) =>
  isKept(decision) ? [{ topic: family.topic, event, why: decision.why }] : [],
)
