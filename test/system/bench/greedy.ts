import type { Benchmark } from './benchmark.ts'
import { benchKeys, startSystem } from './system.ts'

const GREEDY_AT_ONCE = 16
const PER_SECOND = 20

type Key = keyof typeof benchKeys

/** What one key that sends without a pause costs the callers with other keys. */
export const greedy: Benchmark = {
  name: 'greedy',
  run: async ({ quick, tell }) => {
    const system = await startSystem({ environment: { RATE_PER_KEY: '50' } })
    try {
      const requests = quick ? 200 : 1_000
      await measured(system.baseUrl, requests / 10)
      const quiet = await measured(system.baseUrl, requests)
      tell(`quiet: ${quiet.p99Ms.toFixed(1)} ms at p99`)
      const flood = flooding(system.baseUrl)
      const beside = await measured(system.baseUrl, requests)
      const { refused, served } = await flood.end()
      return {
        name: 'greedy',
        figures: { p99Ms: beside.p99Ms, greedyServed: served, greedyRefused: refused },
        references: { p99Ms: quiet.p99Ms },
        ratios: { p99: beside.p99Ms / quiet.p99Ms },
        correct: quiet.areServed && beside.areServed && refused > 0,
      }
    } finally {
      await system.close()
    }
  },
}

const read = async (baseUrl: string, key: Key) => {
  const { apiUserId, secretKey } = benchKeys[key]
  const authorization = `Basic ${Buffer.from(`${apiUserId}:${secretKey}`).toString('base64')}`
  const answer = await fetch(`${baseUrl}/v1/expenses`, { headers: { authorization } })
  await answer.arrayBuffer()
  return answer.status
}

/** Reads of the other key, one after the other at a steady rate. */
async function measured(baseUrl: string, requests: number) {
  const times: number[] = []
  let areServed = true
  for (let request = 0; request < requests; request++) {
    const begun = performance.now()
    areServed &&= (await read(baseUrl, 'other')) === 200
    const ms = performance.now() - begun
    times.push(ms)
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1_000 / PER_SECOND - ms)))
  }
  const sorted = times.toSorted((one, other) => one - other)
  return { areServed, p99Ms: sorted[Math.floor(0.99 * (sorted.length - 1))] ?? Number.NaN }
}

function flooding(baseUrl: string) {
  const counted = { served: 0, refused: 0 }
  const ending = new AbortController()
  async function flood() {
    while (!ending.signal.aborted) {
      if ((await read(baseUrl, 'bench')) === 429) counted.refused++
      else counted.served++
    }
  }
  const floods = Array.from({ length: GREEDY_AT_ONCE }, flood)
  return {
    async end() {
      ending.abort()
      await Promise.all(floods)
      return counted
    },
  }
}
