import type { Random } from '../../world/random.ts'
import type { VirtualTime } from '../../world/time.ts'
import { nothingStored, type State } from './state.ts'

/** What commits without waiting for the disk is there after so long. */
const FLUSHED_AFTER_MS = 600

/** What has reached the disk, and what has yet to. */
export function diskFrom(time: VirtualTime) {
  let flushed = nothingStored
  let unflushed: readonly { readonly state: State; readonly at: number }[] = []

  function flush() {
    const now = time.now()
    const old = unflushed.filter(({ at }) => now - at >= FLUSHED_AFTER_MS)
    flushed = old.at(-1)?.state ?? flushed
    unflushed = unflushed.slice(old.length)
  }

  function keep(state: State) {
    flushed = state
    unflushed = []
  }

  return {
    commit(state: State, waitsForTheDisk: boolean) {
      flush()
      if (waitsForTheDisk) keep(state)
      else unflushed = [...unflushed, { state, at: time.now() }]
    },
    /** What a crash leaves: all up to some commit that had not to wait for the disk. */
    crash(random: Random): State {
      flush()
      keep(random.pick([{ state: flushed }, ...unflushed]).state)
      return flushed
    },
  }
}
