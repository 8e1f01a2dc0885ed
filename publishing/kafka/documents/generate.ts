import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { documents } from './documents.ts'
import { advice, brokenPromises } from './frozen-schemas.ts'

const docs = join(import.meta.dirname, '../../../docs')

mkdirSync(join(docs, 'schemas'), { recursive: true })
const broken = brokenPromises(join(docs, 'schemas'))
if (broken.length > 0) {
  process.stderr.write(`${broken.join('\n')}\n${advice}\n`)
  process.exitCode = 1
} else {
  const all = documents()
  for (const [path, text] of all) writeFileSync(join(docs, path), text)
  process.stdout.write(`docs/: ${all.size} files written\n`)
}
