import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { append } from './append.ts'
import { type Benchmark, table } from './benchmark.ts'
import { electronicDocument } from './e-document.ts'
import { eventStore } from './event-store.ts'
import { feed } from './feed.ts'
import { invoices } from './invoices.ts'
import { lists } from './lists.ts'
import { projections } from './projections.ts'
import { rebuilding } from './rebuild.ts'
import { record } from './recorded.ts'
import { screening } from './screening.ts'

const benchmarks = [
  eventStore,
  append,
  electronicDocument,
  invoices,
  projections,
  rebuilding,
  lists,
  screening,
  feed,
]

const words = process.argv.slice(2)
const quick = words.includes('--quick')
const names = words.filter((word) => !word.startsWith('--'))
const wanted = benchmarks.filter(({ name }) => names.includes(name))
const unknown = names.filter((name) => benchmarks.every((benchmark) => benchmark.name !== name))

const tell = (line: string) => process.stdout.write(`${line}\n`)

if (unknown.length > 0) {
  const known = benchmarks.map(({ name }) => name).join(', ')
  process.stderr.write(`no benchmark ${unknown.join(', ')}; there are: ${known}\n`)
  process.exit(1)
}
if (names.length === 0) {
  for (const { name } of benchmarks) await runAlone(name)
} else {
  for (const benchmark of wanted) await runHere(benchmark)
}

async function runHere(benchmark: Benchmark) {
  const result = await benchmark.run({ quick, tell })
  if (words.includes('--record')) await record(result, quick)
  tell(table(result))
  tell(JSON.stringify(result))
  if (!result.correct) process.exitCode = 1
}

/** In a process of its own, so that none suffers from what another has left in memory. */
async function runAlone(name: string) {
  const passedOn = quick ? ['--quick'] : []
  const child = spawn(process.execPath, [import.meta.filename, name, '--record', ...passedOn], {
    stdio: 'inherit',
  })
  const [code]: unknown[] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
}
