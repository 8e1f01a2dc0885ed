import { type BenchSystem } from './system.ts'

const CLIENTS = [1, 16, 64] as const
const STEPS = ['facts', 'claim', 'record', 'readable'] as const

/** What a draft takes with one client, and with several at once; in milliseconds. */
export interface Latency {
  readonly clients: number
  readonly p50: number
  readonly p99: number
  /** The mean of each step, in order; together they are the mean of the whole. */
  readonly means: Readonly<Record<string, number>>
  /** The mean of a bare append, for comparison. */
  readonly append: number
}

interface Measured {
  readonly draft: () => Promise<void>
  readonly append: () => Promise<void>
  readonly durationMs: number
}

/** The steps are what the command service observes of itself; the rest is the way to it. */
export async function latencies(
  system: BenchSystem,
  { draft, append, durationMs }: Measured,
): Promise<readonly Latency[]> {
  const found: Latency[] = []
  for (const clients of CLIENTS) {
    const appends = await timesOf({ clients, durationMs: durationMs / 2 }, append)
    const before = await observedBy(system)
    const times = await timesOf({ clients, durationMs }, draft)
    const after = await observedBy(system)
    const meanOf = (name: string) => meanBetween(before, after, name)
    const service = meanOf('request')
    const steps = STEPS.map((step): [string, number] => [step, meanOf(step)])
    const inSteps = steps.reduce((sum, [, ms]) => sum + ms, 0)
    const means = {
      gateway: mean(times) - service,
      'HTTP, credentials': service - inSteps,
      ...Object.fromEntries(steps),
    }
    found.push({ clients, p50: at(0.5, times), p99: at(0.99, times), means, append: mean(appends) })
  }
  return found
}

async function timesOf(
  { clients, durationMs }: { readonly clients: number; readonly durationMs: number },
  work: () => Promise<void>,
) {
  const times: number[] = []
  const end = performance.now() + durationMs
  const client = async () => {
    while (performance.now() < end) {
      const since = performance.now()
      await work()
      times.push(performance.now() - since)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return times
}

const mean = (times: readonly number[]) => times.reduce((sum, ms) => sum + ms, 0) / times.length

const at = (share: number, times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * share) - 1] ?? Number.NaN

interface Observed {
  readonly seconds: number
  readonly count: number
}

const observation =
  /^(?:sarraf_voucher_step_seconds_(sum|count)\{.*step="(\w+)"|http_request_duration_seconds_(sum|count)\{.*method="POST",route="\/v1\/expenses",).*\} ([\d.e+-]+)$/gm

/** By step; the whole request, within the service, is `request`. */
async function observedBy({ commandUrl }: BenchSystem): Promise<ReadonlyMap<string, Observed>> {
  const text = await (await fetch(new URL('/metrics', commandUrl))).text()
  const observed = new Map<string, Observed>()
  for (const [, ofStep, step = 'request', ofRequest, value] of text.matchAll(observation)) {
    const { seconds, count } = observed.get(step) ?? { seconds: 0, count: 0 }
    const isSum = (ofStep ?? ofRequest) === 'sum'
    observed.set(step, {
      seconds: seconds + (isSum ? Number(value) : 0),
      count: count + (isSum ? 0 : Number(value)),
    })
  }
  return observed
}

function meanBetween(
  before: ReadonlyMap<string, Observed>,
  after: ReadonlyMap<string, Observed>,
  name: string,
) {
  const none = { seconds: 0, count: 0 }
  const [from, to] = [before.get(name) ?? none, after.get(name) ?? none]
  return (1000 * (to.seconds - from.seconds)) / (to.count - from.count)
}
