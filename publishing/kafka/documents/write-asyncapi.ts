import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asyncApi } from './asyncapi.ts'
import { json } from './documents.ts'

const file = join(import.meta.dirname, '../../../docs/asyncapi.json')
writeFileSync(file, json(asyncApi()))
