import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { noFacts } from '#kernel/domain/screening/facts.ts'
import { listIndexBuilder } from '#kernel/domain/screening/list-index.ts'
import { nameScore, THRESHOLD } from '#kernel/domain/screening/name-score.ts'
import { nameTokens } from '#kernel/domain/screening/name-tokens.ts'
import { rememberingIndex } from '#kernel/domain/screening/remembered.ts'
import { type NameSearch, searchIn } from '#kernel/domain/screening/search.ts'
import { tokenOf } from '#kernel/domain/screening/token.ts'
import { listedNames } from '#test/support/screening/ordinary-names.ts'
import { type Benchmark, median } from './benchmark.ts'
import { inventedNames, misspelled } from './screening-names.ts'
import { screeningQuality } from './screening-quality.ts'

const NAMES = 250_000
const WARM_UP = 200

/** How well names are matched, and how long a search takes among many names on one core. */
export const screening: Benchmark = {
  name: 'screening',
  async run({ quick, tell }) {
    const quality = screeningQuality({ quick, tell })
    const invent = inventedNames(20_261_120)
    const names = Array.from({ length: NAMES }, invent)
    const { search, buildMs, indexMb } = builtOf(names)
    const queries = queriesFor(names, quick ? 500 : 3_000, invent)
    for (const name of queries.slice(0, WARM_UP)) timed(search, name)
    const searches = queries.map((name) => timed(search, name))
    const inOrder = (times: readonly number[]) => times.toSorted((one, other) => one - other)
    const times = inOrder(searches.map(({ ms }) => ms))
    const onOneCore = inOrder(searches.map(({ cpuMs }) => cpuMs))
    const at = (share: number, of = times) => of[Math.ceil(of.length * share) - 1] ?? Number.NaN
    const scans = queries.slice(0, quick ? 3 : 8).map((name) => compared(names, search, name))
    const scanMs = median(scans.map(({ ms }) => ms))
    const p50Ms = at(0.5)
    const rescreening = minutesForAMillion(names.slice(0, quick ? 20_000 : 100_000))
    return {
      name: 'screening',
      figures: {
        ...quality,
        threshold: THRESHOLD,
        names: NAMES,
        buildMs,
        indexMb,
        p50Ms,
        p95Ms: at(0.95),
        p99Ms: at(0.99),
        /** Without the waiting that others on the machine cause. */
        p95CpuMs: at(0.95, onOneCore),
        p99CpuMs: at(0.99, onOneCore),
        /** A million customers against 5 000 new entries. */
        rescreeningMinutes: rescreening,
      },
      references: { scanMs },
      ratios: { vsScan: p50Ms / scanMs },
      correct: scans.every(({ agrees }) => agrees),
    }
  },
}

function builtOf(names: readonly string[]) {
  const before = memoryInUse()
  const since = performance.now()
  const builder = listIndexBuilder()
  for (const name of names) builder.add({ names: [name], weakNames: [], idNos: [], ...noFacts })
  const search = searchIn(builder.build())
  const buildMs = performance.now() - since
  return { search, buildMs, indexMb: (memoryInUse() - before) / 1e6 }
}

const NEW_ENTRIES = 5_000
const A_MILLION = 1_000_000

/** Compares customers with the new entries of a list, as a rescreening does. */
function minutesForAMillion(customers: readonly string[]): number {
  const builder = listIndexBuilder()
  for (const name of listedNames(NEW_ENTRIES)) {
    builder.add({ names: [name], weakNames: [], idNos: [], ...noFacts })
  }
  const search = searchIn(rememberingIndex(builder.build()))
  const since = performance.now()
  for (const name of customers) {
    search({ idNo: null, name, surname: null, facts: noFacts, threshold: THRESHOLD })
  }
  return ((performance.now() - since) / 60_000) * (A_MILLION / customers.length)
}

/** What is still needed, after all that is not has been cleared away. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** Names on the list, the same with a typing error, and names that are not on it. */
const queriesFor = (names: readonly string[], count: number, invent: () => string) =>
  Array.from({ length: count }, (_, at) => {
    const listed = names[(at * 7919) % names.length] ?? ''
    if (at % 3 === 0) return listed
    return at % 3 === 1 ? misspelled(listed, at) : invent()
  })

function timed(search: NameSearch, name: string) {
  const since = performance.now()
  const cpu = process.cpuUsage()
  const hits = search({ idNo: null, name, surname: null, facts: noFacts, threshold: THRESHOLD })
  const { user, system } = process.cpuUsage(cpu)
  return { hits, ms: performance.now() - since, cpuMs: (user + system) / 1000 }
}

/** Compares every name with the one sought: the index must find the same, no more and no less. */
function compared(names: readonly string[], search: NameSearch, sought: string) {
  const found = timed(search, sought).hits.map(({ entry }) => entry)
  const since = performance.now()
  const query = nameTokens(sought).map(tokenOf)
  const scanned = names.flatMap((name, entry) =>
    nameScore(query, nameTokens(name).map(tokenOf)) >= THRESHOLD ? [entry] : [],
  )
  const ms = performance.now() - since
  const byNumber = (one: number, other: number) => one - other
  const agrees = found.toSorted(byNumber).join(' ') === scanned.join(' ')
  return { agrees, ms }
}
