import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { factsPage } from './page.ts'

writeFileSync(join(import.meta.dirname, '../../docs/facts.md'), factsPage())
