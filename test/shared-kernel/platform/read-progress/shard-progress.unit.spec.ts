import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { logPosition } from '#kernel/platform/event-store/log-position.ts'
import {
  ALL_COMPANIES,
  halvesOf,
  isInShard,
  isSameShard,
  type Shard,
} from '#kernel/platform/read-progress/shard.ts'
import { createShardProgress } from '#kernel/platform/read-progress/shard-progress.ts'
import { cover } from '#test/support/cover.ts'

const at = (position: number) => logPosition(BigInt(position))
const quarters = halvesOf(ALL_COMPANIES).flatMap(halvesOf)
const companies = Array.from({ length: 12 }, (_, n) => `company${n}`)

/** A caller, and what it has been told; undefined while it waits. */
function callerIn(
  progress: ReturnType<typeof createShardProgress>,
  position: number,
  companyId?: string,
) {
  const caller = { position, companyId, told: undefined as boolean | undefined }
  void progress.waitFor(at(position), 60_000, companyId).then((reached) => {
    caller.told = reached
    return reached
  })
  return caller
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

interface Move {
  readonly what: 'advance' | 'divide'
  readonly shard: number
  readonly by: number
}

const moves = fc.array(
  fc.record<Move>({
    what: fc.constantFrom('advance', 'advance', 'divide'),
    shard: fc.nat({ max: 7 }),
    by: fc.integer({ min: 1, max: 5 }),
  }),
  { maxLength: 40 },
)

test('a caller gets its answer as soon as its company is shown, however the shards are divided', async () => {
  const cases = cover('divided', 'told', 'not yet told')
  await cases.assert(
    fc.asyncProperty(moves, async (steps) => {
      const progress = createShardProgress()
      let shards = [{ shard: ALL_COMPANIES, position: 0 }]
      const callers = [...companies, undefined].flatMap((companyId) =>
        [3, 8, 20].map((position) => callerIn(progress, position, companyId)),
      )
      for (const { what, shard, by } of steps) {
        const chosen = shards[shard % shards.length]
        if (chosen === undefined) throw new Error('there is a shard')
        const others = shards.filter((each) => each !== chosen)
        const { position } = chosen
        if (what === 'divide' && chosen.shard.of < 8) {
          cases.count('divided')
          shards = [...others, ...halvesOf(chosen.shard).map((half) => ({ shard: half, position }))]
          continue
        }
        shards = [...others, { shard: chosen.shard, position: position + by }]
        progress.moveTo(chosen.shard, at(position + by))
        await settled()
        for (const { companyId, position: wanted, told } of callers) {
          const concerned = shards.filter(
            (each) => companyId === undefined || isInShard(companyId, each.shard),
          )
          const isShown = concerned.every((each) => each.position >= wanted)
          cases.count(isShown ? 'told' : 'not yet told')
          expect(told).toBe(isShown ? true : undefined)
        }
      }
      progress.sendAway()
      await settled()
      expect(callers.every(({ told }) => told !== undefined)).toBe(true)
    }),
    { atLeast: 10 },
  )
})

test('callers who wait while shards are united get their answer when the united shard is there', async () => {
  const progress = createShardProgress()
  quarters.forEach((shard, n) => progress.moveTo(shard, at(10 + n)))
  expect(progress.position()).toBe(at(10))
  const callers = companies.map((companyId) => callerIn(progress, 30, companyId))
  progress.moveTo(ALL_COMPANIES, at(20))
  await settled()
  expect(callers.map(({ told }) => told)).toEqual(companies.map(() => undefined))
  progress.moveTo(ALL_COMPANIES, at(30))
  await settled()
  expect(callers.map(({ told }) => told)).toEqual(companies.map(() => true))
})

test('progress of one shard answers only the callers of its companies', async () => {
  const progress = createShardProgress()
  const [first] = quarters
  if (first === undefined) throw new Error('there are quarters')
  const callers = companies.map((companyId) => ({
    isFirst: isInShard(companyId, first),
    caller: callerIn(progress, 5, companyId),
  }))
  const later = (shard: Shard) => !isSameShard(shard, first)
  progress.moveTo(first, at(5))
  await settled()
  for (const { isFirst, caller } of callers) expect(caller.told).toBe(isFirst ? true : undefined)
  for (const shard of quarters.filter(later)) progress.moveTo(shard, at(5))
  await settled()
  expect(callers.every(({ caller }) => caller.told === true)).toBe(true)
})

test('a caller whose time is over gets false, after the shards were divided too', async () => {
  const progress = createShardProgress()
  const waiting = progress.waitFor(at(9), 20, 'company1')
  for (const shard of quarters) progress.moveTo(shard, at(8))
  expect(await waiting).toBe(false)
  expect(await progress.waitFor(at(8), 0, 'company1')).toBe(true)
})
