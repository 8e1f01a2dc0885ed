import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LOOK_EVERY_MS = 5_000
/** The share of its time that a resting process works at most. */
const RESTING = 0.1
/** How often in a row: a collection also drops what is compiled, and work that comes soon would compile it again. */
const RESTING_LOOKS = 6
/** What a collection is worth: a pause of some 0.1 s at a moment at which nobody may notice it. */
const WORTH_BYTES = 16 * 1024 * 1024
/** A large heap takes longer, so it has to have grown more. */
const WORTH_SHARE = 0.25

/**
 * A process that rests gives back the memory that its start, or a burst of work, has left behind. V8 by itself
 * collects only when new work needs the room, which at rest is never.
 */
export function giveBackSpareMemory(everyMs: number = LOOK_EVERY_MS): void {
  const collect = collector()
  let kept = 0
  let restingLooks = 0
  let before = performance.eventLoopUtilization()

  function look() {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    restingLooks = utilization > RESTING ? 0 : restingLooks + 1
    const grown = heapSize() - kept
    if (restingLooks < RESTING_LOOKS || grown < Math.max(WORTH_BYTES, kept * WORTH_SHARE)) return
    collect()
    kept = heapSize()
  }
  setInterval(look, everyMs).unref()
}

const heapSize = () => getHeapStatistics().total_heap_size

/** V8's own collection, which a context has that begins after the flag was set. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  return collect
}
