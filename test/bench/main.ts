import { append } from './append.ts'
import { table } from './benchmark.ts'
import { electronicDocument } from './e-document.ts'
import { invoices } from './invoices.ts'
import { screening } from './screening.ts'

const benchmarks = [append, electronicDocument, invoices, screening]

const words = process.argv.slice(2)
const quick = words.includes('--quick')
const names = words.filter((word) => !word.startsWith('--'))
const wanted = benchmarks.filter(({ name }) => names.length === 0 || names.includes(name))
const unknown = names.filter((name) => benchmarks.every((benchmark) => benchmark.name !== name))

const tell = (line: string) => process.stdout.write(`${line}\n`)

if (unknown.length > 0) {
  const known = benchmarks.map(({ name }) => name).join(', ')
  process.stderr.write(`no benchmark ${unknown.join(', ')}; there are: ${known}\n`)
  process.exit(1)
}
for (const benchmark of wanted) {
  const result = await benchmark.run({ quick, tell })
  tell(table(result))
  tell(JSON.stringify(result))
  if (!result.correct) process.exitCode = 1
}
