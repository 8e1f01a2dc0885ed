import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Argument, Command } from '@commander-js/extra-typings'
import { append } from './append.ts'
import { type Benchmark, table } from './benchmark.ts'
import { electronicDocument } from './e-document.ts'
import { eventStore } from './event-store.ts'
import { feed } from './feed.ts'
import { invoices } from './invoices.ts'
import { lists } from './lists.ts'
import { peers } from './peers.ts'
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
  peers,
]

const program = new Command('npm run bench --')
  .description('Measures, beside references in the same run; without a name all of them.')
  .addArgument(new Argument('[name...]').choices(benchmarks.map(({ name }) => name)))
  .option('--quick', 'the small sizes')
  .option('--record', 'keeps the result in test/system/bench/results')
  .showHelpAfterError()
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse()
const [names] = program.processedArgs
const { quick = false, record: isRecorded = false } = program.opts()

const tell = (line: string) => process.stdout.write(`${line}\n`)

if (names.length === 0) {
  for (const { name } of benchmarks) await runAlone(name)
} else {
  for (const benchmark of benchmarks) if (names.includes(benchmark.name)) await runHere(benchmark)
}

async function runHere(benchmark: Benchmark) {
  const result = await benchmark.run({ quick, tell })
  if (isRecorded) await record(result, quick)
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
