// @module-tag embedded-node

import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { clientOf } from './official-client.ts'
import { differences } from './recorded-answers/differences.ts'
import { replay, type Target } from './recorded-answers/replay.ts'
import { recordedScenarios, type Scenario } from './recorded-answers/scenario.ts'
import { letPass } from './time.ts'

/** So many nodes play at a time, each in a log of its own. */
const LANES = 4

test('the node answers as EventStoreDB does, except where a difference is named', async () => {
  const waiting = [...recordedScenarios()]
  const found = new Map<string, string>()
  const lane = async () => {
    const target = await newTarget()
    for (let scenario = waiting.shift(); scenario !== undefined; scenario = waiting.shift()) {
      for (const [step, difference] of await differencesIn(target, scenario)) {
        found.set(`${scenario.name} #${step}`, difference)
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  const named = new Set(differences.flatMap(({ steps }) => steps))
  expect([...found].filter(([step]) => !named.has(step))).toEqual([])
  expect([...named].filter((step) => !found.has(step))).toEqual([])
}, 120_000)

async function newTarget(): Promise<Target> {
  const { url, databaseUrl } = await eventStoreNodeForThisTest()
  return {
    client: clientOf(url),
    letPass: (stream, seconds) => letPass(databaseUrl, stream, seconds),
  }
}

async function differencesIn(target: Target, scenario: Scenario) {
  const answers = await replay(target, scenario)
  return scenario.steps.flatMap(([, real], step) => {
    const ours = answers[step]
    if (isDeepStrictEqual(ours, real)) return []
    return [[step, `${JSON.stringify(ours)} instead of ${JSON.stringify(real)}`] as const]
  })
}
