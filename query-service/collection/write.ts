import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '#kernel/contract/endpoints.ts'
import { openApiDocument } from '#kernel/contract/openapi.ts'
import { postmanCollection } from './collection.ts'

const file = join(import.meta.dirname, '../../docs/sarraf.postman_collection.json')
const collection = postmanCollection(openApiDocument(endpoints))
writeFileSync(file, `${JSON.stringify(collection, null, 1)}\n`)
