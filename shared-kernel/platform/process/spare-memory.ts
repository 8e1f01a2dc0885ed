import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LOOK_EVERY_MS = 5_000
/**
 * What a resting process takes of a processor at most. On a machine that is busy with other work it is at work for
 * much longer, because it has to wait for a processor; but never as long as one that has no rest.
 */
const RESTING = { processor: 0.05, time: 0.5 }
/**
 * How often in a row: half a minute after a start, later five minutes. A collection also drops what is compiled, and work
 * that comes soon would compile it again; what only a start needs is not needed again.
 */
const RESTING_LOOKS = { atFirst: 6, later: 60 }
/** What a collection is worth: a pause of some 0.1 s at a moment at which nobody may notice it. */
const WORTH_BYTES = 16 * 1024 * 1024
/** A large heap takes longer, so it has to have grown more. */
const WORTH_SHARE = 0.25

/**
 * A process that rests gives back the memory that its start, or a burst of work, has left behind. V8 by itself
 * collects only when new work needs the room, which at rest is never.
 */
export function giveBackSpareMemory(
  everyMs: number = LOOK_EVERY_MS,
  { atFirst, later }: typeof RESTING_LOOKS = RESTING_LOOKS,
): void {
  const collect = collector()
  let kept = 0
  let restingLooks = 0
  const rests = restWatch()

  function look() {
    restingLooks = rests() ? restingLooks + 1 : 0
    const resident = residentBytes()
    if (resident === undefined) return
    const grown = resident - kept
    if (restingLooks < (kept === 0 ? atFirst : later)) return
    if (grown < Math.max(WORTH_BYTES, kept * WORTH_SHARE)) return
    collect()
    kept = residentBytes() ?? resident
  }
  setInterval(look, everyMs).unref()
}

/** Node reads a file for it: undefined where the process has no descriptor left. */
function residentBytes(): number | undefined {
  try {
    return process.memoryUsage.rss()
  } catch {
    return undefined
  }
}

/** Whether the process has rested since the question before. */
function restWatch(): () => boolean {
  let [time, processor] = [performance.eventLoopUtilization(), process.cpuUsage()]
  return () => {
    const { idle, active, utilization } = performance.eventLoopUtilization(time)
    const { user, system } = process.cpuUsage(processor)
    time = performance.eventLoopUtilization()
    processor = process.cpuUsage()
    const share = (user + system) / 1000 / (idle + active)
    return share < RESTING.processor && utilization < RESTING.time
  }
}

/**
 * V8's own collection, which a context has that begins after the flag was set: the one for when memory is short, since
 * others keep the pages that they empty.
 */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  return () => collect({ type: 'major', flavor: 'last-resort' })
}
