import { readdirSync, readFileSync } from 'node:fs'
import { breakingChanges } from './compatibility.ts'
import { describedTypes } from './described-types.ts'

/**
 * What of the types today would break readers of the frozen schemas. A file of an earlier version
 * stays: its records stay, too.
 */
export function brokenPromises(folder: string): readonly string[] {
  const today = new Map(describedTypes.map(({ type, schema }) => [type, schema]))
  return readdirSync(folder).flatMap((file) => {
    const type = file.replace(/\.json$/, '')
    const schema = today.get(type)
    if (schema === undefined) return isSucceeded(type) ? [] : [`${type} is not published any more`]
    const frozen: unknown = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))
    return breakingChanges(frozen, schema).map((change) => `${type}: ${change}`)
  })
}

export const advice = `Readers count on these schemas. Leave the type as it is and publish another version of it: \`version: 2\` in its
decision under projections/kafka-feed/public-events/, then \`npm run events\`; the earlier version's file stays in docs/schemas/.
A field that is added must be optional.`

function isSucceeded(type: string): boolean {
  const [, name, version] = /^(.*)\.v(\d+)$/.exec(type) ?? []
  return describedTypes.some((one) => {
    const [, other, later] = /^(.*)\.v(\d+)$/.exec(one.type) ?? []
    return other === name && Number(later) > Number(version)
  })
}
