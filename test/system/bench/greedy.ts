import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Benchmark } from './benchmark.ts'
import { benchKeys, startSystem } from './system.ts'

const GREEDY_AT_ONCE = 16
const PER_SECOND = 20
const LIST = '/v1/expenses'

type Key = keyof typeof benchKeys

/** What one key that sends without a pause costs the callers with other keys. */
export const greedy: Benchmark = {
  name: 'greedy',
  run: async ({ quick, tell }) => {
    const system = await startSystem({ environment: { RATE_PER_KEY: '50' } })
    try {
      const requests = quick ? 200 : 1_000
      await warmedUp(system.baseUrl)
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

/** Both callers have been served for a while; what the greedy one may send at once is full again. */
async function warmedUp(baseUrl: string) {
  const flood = flooding(baseUrl)
  await measured(baseUrl, 100)
  await flood.end()
  await measured(baseUrl, 100)
}

function authorizationOf(key: Key) {
  const { apiUserId, secretKey } = benchKeys[key]
  return `Basic ${Buffer.from(`${apiUserId}:${secretKey}`).toString('base64')}`
}

const read = async (baseUrl: string, key: Key) => {
  const headers = { authorization: authorizationOf(key) }
  const answer = await fetch(`${baseUrl}${LIST}`, { headers })
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

const Counted = Type.Object({ served: Type.Integer(), refused: Type.Integer() })

/** By a process of its own, as a caller elsewhere: it takes nothing from the one that measures. */
function flooding(baseUrl: string) {
  const program = join(import.meta.dirname, 'flood.ts')
  const args = [`${baseUrl}${LIST}`, authorizationOf('bench'), `${GREEDY_AT_ONCE}`]
  const flood = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const counted = text(flood.stdout)
  return {
    async end() {
      flood.kill('SIGTERM')
      return Value.Parse(Counted, JSON.parse(await counted))
    },
  }
}
