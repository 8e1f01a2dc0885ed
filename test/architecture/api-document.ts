import { createConfig, lintFromString } from '@redocly/openapi-core'
import { documentation } from '#query/documentation.ts'

/** What Redocly's strictest rules have against the API's document. */
const config = await createConfig({ extends: ['recommended-strict'] })
const [document] = documentation()
const source = (await document?.body()) ?? ''
const problems = await lintFromString({ source, config })
for (const { ruleId, message, location } of problems) {
  const [place] = location
  process.stderr.write(`openapi.json ${place?.pointer ?? ''} ${ruleId}: ${message}\n`)
}
process.exitCode = problems.length === 0 ? 0 : 1
