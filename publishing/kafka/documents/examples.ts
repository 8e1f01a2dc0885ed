import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { catalogue } from '#publishing/events/catalogue.ts'
import type { Json } from '#publishing/events/public-event.ts'
import type { DescribedType } from './described-types.ts'

const Samples = Compile(
  Type.Object({
    samples: Type.Array(
      Type.Object({
        stored: Type.Object({ metadata: Type.Object({ companyId: Type.String() }) }),
        decoded: Type.Object({
          type: Type.String(),
          data: Type.Record(Type.String(), Type.Unknown()),
        }),
      }),
    ),
  }),
)

const SOMEBODY = '7d1f0c52a9e84b6d3f10c7e5b2a94860d1c3f5e7'

/** The first published frozen sample of the event, as consumers receive it. */
export function exampleOf({ category, event }: DescribedType, samples: string): Json {
  const file = `${samples}/${category}.${event}.v1.json`
  const family = catalogue.find((one) => one.category === category)
  const { samples: all } = Samples.Parse(JSON.parse(readFileSync(file, 'utf8')))
  for (const { stored, decoded } of all) {
    const { companyId } = stored.metadata
    const personRef = (_: string, pseudonym: string | null) =>
      pseudonym === null ? null : SOMEBODY
    const published = family?.publish(decoded, { companyId, personRef })
    if (published !== undefined) return published.data
  }
  throw new Error(`${file} has no sample that is published`)
}
