import { setTimeout as pause } from 'node:timers/promises'
import { livingFollowers } from '#command/reference-data/followers.ts'
import type { System } from '../connect.ts'
import { OperatorError } from '../operator-error.ts'

const STANDSTILL_MS = 30_000
const LOOK_AGAIN_MS = 50

/** Waits until read models and command service know all up to a position of the log. */
export async function waitUntilShown({ pool }: System, position: bigint): Promise<void> {
  let movedAt = Date.now()
  let before = ''
  for (;;) {
    const behind = (await livingFollowers(pool)).filter((follower) => follower.position < position)
    if (behind.length === 0) return
    const now = behind.map(({ name, position: at }) => `${name} is at ${at}`).join(', ')
    if (now !== before) movedAt = Date.now()
    before = now
    if (Date.now() - movedAt > STANDSTILL_MS) {
      throw new OperatorError(
        `All is imported, up to position ${position}, but not shown: nothing has moved for 30 s (${now}).`,
      )
    }
    await pause(LOOK_AGAIN_MS)
  }
}
