import { SingleBar } from 'cli-progress'
import type { Terminal } from '#kernel/platform/cli/command.ts'
import type { Watch } from '#projections/runtime/rebuild/order.ts'

const SHOW_EVERY_MS = 2_000
const RATE_OVER_MS = 5_000

const BAR = {
  format: '{phase} [{bar}] {percentage}% of {total} | {rate} events/s | {left}',
  // A file or a pipe receives a line from time to time.
  noTTYOutput: true,
  notTTYSchedule: SHOW_EVERY_MS,
  clearOnComplete: true,
  // The library's own handling of Ctrl-C would keep the process running.
  gracefulExit: false,
}

interface Moment {
  readonly at: number
  readonly position: number
  readonly events: number
}

/** Shows the progress of a rebuild, its rate and the time left. */
export function rebuildBar(stderr: Terminal['stderr']): Watch & { readonly end: () => void } {
  const bar = new SingleBar({ ...BAR, stream: stderr })
  let moments: readonly Moment[] = []
  let isShown = false
  let isBuilding = false
  const end = () => {
    if (isShown) bar.stop()
    isShown = false
  }
  return {
    end,
    enter(phase) {
      end()
      isBuilding = phase === 'building'
      if (!isBuilding) stderr.write(`${phase}\n`)
    },
    move(position, target, events) {
      if (!isBuilding) return
      const now = { at: performance.now(), position: Number(position), events }
      moments = [...moments.filter(({ at }) => now.at - at < RATE_OVER_MS), now].slice(-100)
      const progress = { phase: 'building', ...speedOf(moments, Number(target)) }
      if (!isShown) bar.start(Number(target), now.position, progress)
      isShown = true
      bar.setTotal(Number(target))
      bar.update(now.position, progress)
    },
  }
}

function speedOf(moments: readonly Moment[], target: number) {
  const [first, last] = [moments[0], moments.at(-1)]
  if (first === undefined || last === undefined || last.at === first.at) {
    return { rate: '-', left: 'time left unknown' }
  }
  const seconds = (last.at - first.at) / 1_000
  const perSecond = (last.position - first.position) / seconds
  const left = Math.ceil(Math.max(0, target - last.position) / Math.max(perSecond, 1))
  return { rate: Math.round((last.events - first.events) / seconds), left: `${left} s left` }
}
