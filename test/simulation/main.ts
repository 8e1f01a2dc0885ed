import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { Played, Share } from './worker.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    plan: { type: 'string', multiple: true, default: [] },
    random: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    alone: { type: 'boolean', default: false },
    projections: { type: 'boolean', default: false },
    digests: { type: 'boolean', default: false },
    workers: { type: 'string', default: String(Math.min(availableParallelism(), 4)) },
  },
})

const scopes = {
  alone:
    'plans of one wish (with a key and without, one instance and two, at each append and statement each fault, short and long)',
  pairs:
    'plans of one wish and of two about the same (with keys and without, one instance and two, at each append and statement each fault, short and long)',
}
const BILLION = 1_000_000_000

for (const name of ['seeds', 'from', 'seed', 'workers'] as const) {
  const given = values[name]
  if (given === undefined || /^[1-9]\d{0,9}$/.test(given)) continue
  process.stderr.write(`--${name} must be a whole number from 1 on, and not ${given}\n`)
  process.exit(2)
}

if (values.plan.length > 0 && values.projections) {
  process.stderr.write('--plan is a plan of the write side, and not of --projections\n')
  process.exit(2)
}

const part = values.projections ? 'projections' : 'commands'
const only = values.seed === undefined ? undefined : Number(values.seed)
const from = only ?? (values.random ? Math.floor(Math.random() * BILLION) : Number(values.from))
const seeds = only === undefined ? Number(values.seeds ?? (values.plan.length > 0 ? 1 : 1_000)) : 1
const scope = values.alone ? 'alone' : values.all ? 'pairs' : null
const workers = scope === null ? Math.min(Number(values.workers), seeds) : Number(values.workers)
const tells = only !== undefined || (values.plan.length === 1 && seeds === 1)

if (values.random) process.stdout.write(`seeds from ${from}\n`)
const began = performance.now()
const tally = { seeds: 0, steps: 0, faults: 0, clients: 0 }
const running = new Set<Worker>()
let told: Extract<Played, { story: readonly string[] }> | undefined

await Promise.all(
  Array.from({ length: workers }, (_, place) =>
    play({ part, from, seeds, place, workers, tells, scope, plans: values.plan }),
  ),
)
const seconds = (performance.now() - began) / 1_000
const isWell = told === undefined || told.faults.length === 0
if (told !== undefined) {
  process.stdout.write(`${told.story.join('\n')}\n\n${told.plan}\n`)
  for (const fault of told.faults) process.stdout.write(`seed ${told.seed}: ${fault}\n`)
  const again =
    values.plan.length > 0 || scope !== null
      ? '--plan FILE, with the plan above in the file'
      : `${values.projections ? '--projections ' : ''}--seed ${told.seed}`
  if (!isWell) process.stdout.write(`again: npm run simulate -- ${again}\n`)
}
const { clients, faults, steps } = tally
process.stdout.write(
  `${tally.seeds} ${scope === null ? 'seeds' : scopes[scope]} in ${seconds.toFixed(1)} s: ${clients} clients, ${faults} faults, ${steps} steps; ${isWell ? 'all is well' : 'not all is well'}\n`,
)
process.exitCode = isWell ? 0 : 1

/** Plays each of its seeds; after a fault nobody goes on. */
async function play(share: Share) {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: share })
  const ended = Promise.withResolvers<void>()
  running.add(worker)
  worker.on('error', ended.reject)
  worker.on('exit', () => ended.resolve())
  worker.on('message', (played: Played) => {
    if (values.digests) process.stdout.write(`${played.seed} ${played.digest}\n`)
    tally.seeds += 1
    tally.steps += played.steps
    tally.faults += played.happened
    tally.clients += played.clients
    if (!('story' in played) || told !== undefined) return
    told = played
    for (const one of running) void one.terminate()
  })
  await ended.promise
}
