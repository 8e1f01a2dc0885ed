import { readdirSync, readFileSync } from 'node:fs'
import { allSchemas } from './all-schemas.ts'
import { breakingChanges } from './compatibility.ts'
import { describedTypes } from './described-types.ts'

/**
 * Differences between the current types and the frozen schemas that would break readers. Files of
 * earlier versions stay, because their records stay.
 */
export function brokenPromises(folder: string): readonly string[] {
  const today = allSchemas()
  return readdirSync(folder).flatMap((file) => {
    const type = file.replace(/\.json$/, '')
    const schema = today.get(type)
    if (schema === undefined) return isSucceeded(type) ? [] : [`${type} is no longer published`]
    const frozen: unknown = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))
    return breakingChanges(frozen, schema).map((change) => `${type}: ${change}`)
  })
}

export const advice = `Consumers rely on these schemas. Keep the type unchanged and publish a new version of it: \`version: 2\` in its
decision in publishing/events/, then \`npm run events\`; the earlier version's file stays in docs/schemas/.
A new field must be optional.`

function isSucceeded(type: string): boolean {
  const [, name, version] = /^(.*)\.v(\d+)$/.exec(type) ?? []
  return describedTypes.some((one) => {
    const [, other, later] = /^(.*)\.v(\d+)$/.exec(one.type) ?? []
    return other === name && Number(later) > Number(version)
  })
}
