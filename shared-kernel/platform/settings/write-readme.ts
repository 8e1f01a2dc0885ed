import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withSettingsTable } from './readme-table.ts'

const readme = join(import.meta.dirname, '../../../README.md')
writeFileSync(readme, withSettingsTable(readFileSync(readme, 'utf8')))
