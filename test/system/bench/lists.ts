import { isDeepStrictEqual } from 'node:util'
import type { Pool } from 'pg'
import { Type } from 'typebox'
import { Parse } from 'typebox/value'
import { since as changedSince, type ListOfTable, type Shape } from '#test/support/list-shapes.ts'
import { listsOver, plainly } from '#test/support/list-statements.ts'
import { lists as allLists } from '#test/support/lists.ts'
import { LARGE } from '#test/support/many-rows.ts'
import { type Benchmark, median, type Run, ratePerSecond } from './benchmark.ts'
import { poolOf, startBare, startDatabases, startQueries } from './lists-world.ts'

const PAGE = 25
const CONCURRENCY = 16

/** Pages of lists of a company with a million rows beside 999 small ones. */
export const lists: Benchmark = {
  name: 'lists',
  async run(run) {
    const databases = await startDatabases()
    try {
      return await measured(run, databases)
    } finally {
      await databases.close()
    }
  },
}

async function measured(run: Run, databases: Awaited<ReturnType<typeof startDatabases>>) {
  const { quick, tell } = run
  const large = quick ? 150_000 : 1_000_000
  const listed = quick ? ['bank_transaction'] : ['bank_transaction', 'expense_voucher']
  const beside = { companies: 999, small: quick ? 20 : 100 }
  const since = performance.now()
  const many = await databases.make('many', listed, { large, ...beside })
  const few = await databases.make('few', listed, { large: 10_000, ...beside })
  tell(`rows made in ${((performance.now() - since) / 1000).toFixed(0)} s`)
  const [pool, queries, queriesOfFew] = [
    poolOf(many),
    await startQueries(many),
    await startQueries(few),
  ]
  const sides = { run, pool, queries, queriesOfFew, ask: listsOver(pool) }
  try {
    const pages = []
    for (const list of allLists.filter(({ table }) => listed.includes(table))) {
      for (const asked of questionsOf(list)) pages.push(await measuredPage(sides, asked))
    }
    const deep = await deepPage(sides, Math.min(10_000, Math.floor((large * 0.9) / PAGE)))
    const rates = await throughput(sides, many)
    return resultOf(pages, deep, rates)
  } finally {
    await queries.close()
    await queriesOfFew.close()
    await pool.end()
  }
}

type Queries = Awaited<ReturnType<typeof startQueries>>

interface Sides {
  readonly run: Run
  readonly pool: Pool
  readonly queries: Queries
  readonly queriesOfFew: Queries
  readonly ask: ReturnType<typeof listsOver>
}

interface ListPage {
  readonly list: ListOfTable
  readonly sort: string
  readonly shape: Shape
}

function questionsOf(list: ListOfTable): readonly ListPage[] {
  const sorts = Object.keys(list.sorts)
  const everything = { query: {}, where: list.usual ?? 'true' }
  if (list.always !== undefined) return sorts.map((sort) => ({ list, sort, shape: changedSince }))
  return [
    ...sorts.map((sort) => ({ list, sort, shape: everything })),
    ...list.filters.map((shape) => ({ list, sort: sorts[0] ?? '', shape })),
  ]
}

const Listed = Type.Object({
  data: Type.Array(Type.Object({ id: Type.String() })),
  meta: Type.Object({ total: Type.Integer() }),
})

/** A first page through HTTP, beside the statement that it takes alone, and the same among few rows. */
async function measuredPage({ run, pool, queries, queriesOfFew, ask }: Sides, asked: ListPage) {
  const { list, sort, shape } = asked
  const query = { ...list.always, ...shape.query, sort: `${sort}:${list.direction}` }
  const path = `${list.path}?${new URLSearchParams(query).toString()}`
  const [statement] = (await ask(list.path, query)).statements
  if (statement === undefined) throw new Error(`${path} asks nothing`)
  const { body } = await queries.call(path)
  const { data, meta } = Parse(Listed, JSON.parse(body))
  const expected = await plainly(pool, list, { ...shape, sort, limit: PAGE, offset: 0 })
  const isRight = isDeepStrictEqual({ ids: data.map(({ id }) => id), total: meta.total }, expected)
  const times = await inTurns(run.quick ? 40 : 100, run.quick ? 1_000 : 2_000, [
    () => queries.call(path),
    () => pool.query(statement.sql, [...statement.parameters]),
    () => queriesOfFew.call(path),
  ])
  const [http = [], bare = [], ofFew = []] = times
  const line = [at(0.5, http), at(0.99, http), at(0.5, bare), at(0.99, bare), at(0.5, ofFew)]
  const told = line.map((ms) => ms.toFixed(2).padStart(8)).join('')
  run.tell(`${told}  ${String(meta.total).padStart(8)} ${isRight ? '' : 'WRONG '}${path}`)
  return { path, isRight, http, bare, ofFew }
}

/** How long each piece takes, one after the other, until enough was measured or the time is over. */
async function inTurns(
  rounds: number,
  withinMs: number,
  pieces: readonly (() => Promise<unknown>)[],
) {
  const times = pieces.map((): number[] => [])
  for (const piece of pieces) await piece()
  const since = performance.now()
  for (let round = 0; round < rounds; round++) {
    if (round >= 3 && performance.now() - since > withinMs) break
    for (const [index, piece] of pieces.entries()) {
      const startedAt = performance.now()
      await piece()
      times[index]?.push(performance.now() - startedAt)
    }
  }
  return times
}

const at = (share: number, times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * share) - 1] ?? Number.NaN

/** A page far down, beside a bare skip to the same place within the index. */
async function deepPage({ run, pool, queries }: Sides, page: number) {
  const path = `/v1/bank-transactions?page=${page}&pageSize=${PAGE}`
  const skip = `select id from read_model.bank_transaction where company_id = '${LARGE}'
    order by transaction_date, id limit ${PAGE} offset ${(page - 1) * PAGE}`
  const pieces = [() => queries.call(path), () => pool.query(skip)]
  const [http = [], bare = []] = await inTurns(run.quick ? 20 : 60, 20_000, pieces)
  return { deepPageMs: at(0.5, http), bareOffsetMs: at(0.5, bare) }
}

/** As many first pages as can be had, beside a bare route; both take turns. */
async function throughput({ run, queries, ask }: Sides, url: string) {
  const path = '/v1/bank-transactions'
  const [statement] = (await ask(path, {})).statements
  if (statement === undefined) throw new Error('the list asks nothing')
  const bare = await startBare(url, statement)
  try {
    const load = { concurrency: CONCURRENCY, durationMs: run.quick ? 1_500 : 4_000 }
    const page = async () => void (await queries.call(path))
    const barePage = async () => void (await bare.call('/'))
    const rates: { ours: number; theirs: number }[] = []
    for (let round = 0; round <= (run.quick ? 3 : 6); round++) {
      const theirs = await ratePerSecond(load, barePage)
      rates.push({ theirs, ours: await ratePerSecond(load, page) })
    }
    const [, ...warm] = rates
    return {
      pagesPerSecond: median(warm.map(({ ours }) => ours)),
      barePagesPerSecond: median(warm.map(({ theirs }) => theirs)),
    }
  } finally {
    await bare.close()
  }
}

type MeasuredPage = Awaited<ReturnType<typeof measuredPage>>

/** Of all shapes: the median is what a page is like, `Worst` the one that misses most. */
function resultOf(
  pages: readonly MeasuredPage[],
  deep: Awaited<ReturnType<typeof deepPage>>,
  rates: Awaited<ReturnType<typeof throughput>>,
) {
  const firstPage = pages.map(({ http, bare }) => at(0.99, http) / at(0.99, bare))
  const growth = pages.map(({ http, ofFew }) => at(0.5, http) / at(0.5, ofFew))
  const over = pages.map(({ http, bare }) => at(0.99, http) - 3 * at(0.99, bare))
  return {
    name: 'lists',
    figures: {
      shapes: pages.length,
      firstPageP50Ms: median(pages.map(({ http }) => at(0.5, http))),
      firstPageP99Ms: median(pages.map(({ http }) => at(0.99, http))),
      firstPageP99WorstMs: Math.max(...pages.map(({ http }) => at(0.99, http))),
      /** Of all shapes: p99 beyond three times the bare statement's; the aim is 2. */
      beyondThreeTimesBareMs: Math.max(...over),
      deepPageMs: deep.deepPageMs,
      pagesPerSecond: rates.pagesPerSecond,
    },
    references: {
      bareP50Ms: median(pages.map(({ bare }) => at(0.5, bare))),
      bareP99Ms: median(pages.map(({ bare }) => at(0.99, bare))),
      bareOffsetMs: deep.bareOffsetMs,
      barePagesPerSecond: rates.barePagesPerSecond,
    },
    ratios: {
      throughput: rates.pagesPerSecond / rates.barePagesPerSecond,
      firstPageP99: median(firstPage),
      firstPageP99Worst: Math.max(...firstPage),
      growth: median(growth),
      growthWorst: Math.max(...growth),
      deepPage: deep.deepPageMs / deep.bareOffsetMs,
    },
    correct: pages.every(({ isRight }) => isRight),
  }
}
