import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Costs, type Deployment, simulate } from './simulation.ts'

const us = fc.integer({ min: 50, max: 2_000 })
const anyCosts: fc.Arbitrary<Costs> = fc.record({
  gateway: us,
  command: us,
  node: us,
  nodeDatabase: us,
  flush: us,
  projectionTransaction: us,
  projection: us,
  projectionDatabase: us,
})

const on = (cores: number, commands: number): Deployment => ({
  name: 'one machine',
  machines: [cores],
  gateways: [0],
  commands: Array<number>(commands).fill(0),
  logNodes: [0],
  database: 0,
  projections: [0],
  networkUs: 150,
})

const total = (costs: Costs) => {
  const { gateway, command, projectionTransaction, projection, projectionDatabase } = costs
  const appends = 2 * (costs.node + costs.nodeDatabase + costs.flush)
  return gateway + command + appends + projectionTransaction + projection + projectionDatabase
}

const run = { seconds: 1 }

test('a draft alone takes what its steps take', () =>
  fc.assert(
    fc.asyncProperty(anyCosts, async (costs) => {
      const { p50Ms, p99Ms } = await simulate(costs, on(2, 1), { ...run, clients: 1 })
      expect(p50Ms).toBeCloseTo(total(costs) / 1_000, 6)
      expect(p99Ms).toBeCloseTo(total(costs) / 1_000, 6)
    }),
    { numRuns: 5 },
  ))

test('two networks more for each append that leaves its machine, and one for each other hop', async () => {
  const costs = fc.sample(anyCosts, 1)[0]
  if (costs === undefined) throw new Error('no costs')
  const apart = { ...on(2, 1), machines: [2, 2], logNodes: [1] }
  const { p50Ms } = await simulate(costs, apart, { ...run, clients: 1 })
  expect(p50Ms).toBeCloseTo((total(costs) + 4 * apart.networkUs) / 1_000, 6)
})

test('nothing serves more than its time allows', () =>
  fc.assert(
    fc.asyncProperty(anyCosts, fc.integer({ min: 1, max: 3 }), async (costs, commands) => {
      const outcome = await simulate(costs, on(8, commands), { ...run, clients: 16 })
      const { draftsPerSecond, utilization } = outcome
      const limits = [costs.gateway, costs.command / commands, 2 * costs.node]
      for (const limit of limits) {
        expect(draftsPerSecond).toBeLessThanOrEqual(1_000_000 / limit + 16)
      }
      expect(utilization).toBeGreaterThan(0)
      expect(utilization).toBeLessThanOrEqual(1)
    }),
    { numRuns: 5 },
  ))
