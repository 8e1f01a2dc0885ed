import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withColumns } from './documentation.ts'

const page = join(import.meta.dirname, '../../docs/export.md')
writeFileSync(page, withColumns(readFileSync(page, 'utf8')))
