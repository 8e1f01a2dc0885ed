import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withKinds } from './page.ts'

const page = join(import.meta.dirname, '../../../docs/import.md')
writeFileSync(page, withKinds(readFileSync(page, 'utf8')))
