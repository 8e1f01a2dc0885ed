import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { logPosition } from '#kernel/platform/event-store/log-position.ts'
import { createWaitingCallers } from '#kernel/platform/read-progress/waiting-callers.ts'

const at = (position: number) => logPosition(BigInt(position))
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a caller gets its answer as soon as its position is shown', async () => {
  const positions = fc.array(fc.nat(30), { minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(positions, positions, async (wanted, steps) => {
      const callers = createWaitingCallers()
      const told = wanted.map((): boolean | undefined => undefined)
      for (const [index, position] of wanted.entries()) {
        void callers.waitFor(at(position), 60_000).then((reached) => {
          told[index] = reached
          return reached
        })
      }
      let furthest = 0
      for (const step of steps) {
        callers.moveTo(at(step))
        furthest = Math.max(furthest, step)
        await settled()
        expect(told).toEqual(wanted.map((each) => (each <= furthest ? true : undefined)))
      }
      callers.sendAway()
      await settled()
      expect(told).toEqual(wanted.map((each) => each <= furthest))
    }),
  )
})

test('a caller whose time is over gets false', async () => {
  const callers = createWaitingCallers()
  const waiting = callers.waitFor(at(9), 20)
  callers.moveTo(at(8))
  expect(await waiting).toBe(false)
  expect(await callers.waitFor(at(8), 0)).toBe(true)
})
