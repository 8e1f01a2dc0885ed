// @module-tag one-node

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cover } from '#test/support/cover.ts'
import { published } from '#test/support/published.ts'
import { HASTE } from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { type Disturbance, networkFaults } from './disturbed-service.ts'
import { type Round, take } from './true-answers.ts'
import { wishes } from './wishes.ts'

const system = systemForThisFile({ ...HASTE, KMTS_TIMEOUT_MS: '500', BANK_TIMEOUT_MS: '500' })

const SECONDS = Number(process.env['TRUE_ANSWERS_SECONDS'] ?? 30)
/** Clients mostly wait. */
const LANES = 3

const piece = fc.integer({ min: 1, max: 40 })

const disturbance: fc.Arbitrary<Disturbance> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ of: 'nothing' as const }) },
  {
    weight: 8,
    arbitrary: fc.record({
      of: fc.constantFrom('log' as const, 'log' as const, 'database' as const),
      how: fc.constantFrom(...networkFaults),
      at: piece,
      lasts: fc.integer({ min: 100, max: 3_000 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      of: fc.constant('process' as const),
      at: piece,
      isSent: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      of: fc.constant('providers' as const),
      mode: fc.constantFrom(
        ...(['timeout', 'accept-then-timeout', 'reject-then-timeout', 'error'] as const),
        ...(['reject', 'malformed', 'slow', 'rate-limited'] as const),
      ),
    }),
  },
)

const clientsOf = (names: readonly string[]) =>
  fc.tuple(
    ...names.map((wants) =>
      fc.record({
        wants: fc.constant(wants),
        hasKey: fc.boolean(),
        afterMs: fc.nat({ max: 60 }),
      }),
    ),
  )
const round: fc.Arbitrary<Round> = fc.record({
  disturbance,
  clients: fc
    .shuffledSubarray(Object.keys(wishes), { minLength: 7, maxLength: 9 })
    .chain(clientsOf),
})

/** Every endpoint of the API's document that is no reading. */
const writing = Object.entries(published.paths).flatMap(([path, operations]) =>
  Object.keys(operations)
    .filter((method) => ['post', 'put', 'patch', 'delete'].includes(method))
    .map((method) => `${method.toUpperCase()} ${path}`),
)

const expected = ['log', 'database', 'process', 'providers', 'done', 'refused', 'later', 'in doubt']

test('a client that obeys each answer makes what it wants once, whatever fails', async () => {
  const cases = cover(...writing, ...expected)
  const tally = { rounds: 0, wishes: 0, answers: 0, inDoubt: 0 }
  const obeyed = fc.asyncProperty(round, async (one) => {
    const { faults, ended } = await take(system, one)
    expect(faults).toEqual([])
    tally.rounds += 1
    cases.count(one.disturbance.of)
    for (const { wanted, told } of ended) {
      for (const each of [wanted.endpoint, told.last, ...told.kinds]) cases.count(each)
      tally.wishes += 1
      tally.answers += told.heard.length
      tally.inDoubt += told.kinds.filter((kind) => kind === 'in doubt').length
    }
  })
  const series = () => cases.assertFor(obeyed, { forMs: SECONDS * 1_000 })
  await Promise.all(Array.from({ length: LANES }, series))
  process.stdout.write(`${JSON.stringify(tally)}\n`)
})
