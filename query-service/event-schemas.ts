import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PublicPage } from '#kernel/platform/http/public-pages.ts'

const folder = join(import.meta.dirname, '../docs/schemas')

/** The JSON Schemas of the records in Kafka, at the addresses that `ce_dataschema` names. */
export const eventSchemas = (): readonly PublicPage[] =>
  readdirSync(folder).map((file) => {
    const schema = readFileSync(join(folder, file), 'utf8')
    return {
      path: `/schemas/${file}`,
      contentType: 'application/schema+json; charset=utf-8',
      body: () => schema,
    }
  })
