// @module-tag embedded-node

import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import type { ServerVersion } from '#kernel/platform/event-store/server-versions.ts'
import { embeddedNodeForThisTest } from '#test/support/embedded-node.ts'
import { clientOf } from './official-client.ts'
import { differences } from './recorded-answers/differences.ts'
import { replay, type Target } from './recorded-answers/replay.ts'
import { recordedScenarios, type Scenario } from './recorded-answers/scenario.ts'
import { letPass } from './time.ts'

/** So many nodes play at a time, each in a log of its own. */
const LANES = 4

const versions = ['23.10.6', '24.10.4', '26.1.0'] as const

test.for(versions)(
  'the node answers as EventStoreDB %s does, except where a difference is named',
  { timeout: 120_000 },
  async (version) => {
    const waiting = [...recordedScenarios(version)]
    const found = new Map<string, string>()
    const lane = async () => {
      const target = await newTarget(version)
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
  },
)

async function newTarget(version: ServerVersion): Promise<Target> {
  const { url, databaseUrl } = await embeddedNodeForThisTest({ version })
  return {
    client: clientOf(url),
    letPass: (stream, seconds) => letPass(databaseUrl, stream, seconds),
  }
}

async function differencesIn(target: Target, scenario: Scenario) {
  const answers = await replay(target, scenario)
  return scenario.steps.flatMap(([, real], step) => {
    const ours = withoutReason(answers[step])
    if (isDeepStrictEqual(ours, real)) return []
    return [[step, `${JSON.stringify(ours)} instead of ${JSON.stringify(real)}`] as const]
  })
}

/** What 26.1 says behind it names positions. */
const withoutReason = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer).replaceAll(/ >> [^"]*/g, ' >> '))
