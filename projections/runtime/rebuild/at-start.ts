import { pause, pauseMs } from '#kernel/platform/timing.ts'
import { isExactly } from '#projections/runtime/schema.ts'
import type { StatusBoard } from '#projections/runtime/status.ts'
import type { Sources } from './builder.ts'
import { CannotRebuild } from './cannot-rebuild.ts'
import { type Rebuilt, rebuild } from './rebuild.ts'

const LONGEST_PAUSE_MS = 30_000
/** The same program will hardly show what it could not show before. */
const PARKED_PAUSE_MS = 600_000

/** Puts tables of this program's version in the place of those of another one. */
export interface Replacement {
  /** The first look decides: what is put in place later is somebody else's will. */
  readonly look: (versions: readonly string[]) => void
  /** From the beginning until tables of our version are served. */
  readonly isUnderWay: () => boolean
  /** Settles when it is done or was stopped. */
  readonly ended: () => Promise<void>
}

interface Order {
  readonly sources: Sources
  readonly serving: string
  readonly board: StatusBoard
  readonly stop: AbortSignal
}

export function createReplacement(order: Order): Replacement {
  let work: Promise<void> | undefined
  let hasLooked = false
  let isUnderWay = false
  return {
    look: (versions) => {
      if (hasLooked) return
      hasLooked = true
      if (versions.length === 0 || isExactly(versions, order.board.current().version)) return
      isUnderWay = true
      work = replaceUntilDone(order).finally(() => {
        isUnderWay = false
      })
    },
    isUnderWay: () => isUnderWay,
    ended: async () => work,
  }
}

async function replaceUntilDone(order: Order) {
  const { sources, board, stop } = order
  const { logger } = sources
  for (let failures = 1; !stop.aborted; failures++) {
    let waitMs = pauseMs(failures, LONGEST_PAUSE_MS)
    try {
      const { outcome, ...rebuilt } = await rebuildOnce(order)
      logger.info({ outcome, ...toldOf(rebuilt) }, 'tables of this version were built')
      if (outcome === 'switched' || outcome === 'unchanged') return board.rebuild(undefined)
      board.rebuild({ phase: 'failing', failure: 'companies are parked in the new tables' })
      logger.error('the tables are not replaced: companies are parked in the new ones')
      waitMs = PARKED_PAUSE_MS
    } catch (error) {
      if (stop.aborted) return
      const failure = error instanceof Error ? error.message : String(error)
      board.rebuild({ phase: 'failing', failure })
      // Somebody else is at it, or there is something to mend; to be looked at again.
      if (error instanceof CannotRebuild)
        logger.warn({ failure }, 'the tables are not replaced yet')
      else logger.error({ err: error, failures }, 'the tables could not be replaced')
    }
    await pause(waitMs, stop)
  }
}

/** What was served before the last switch is taken up again when it is of our version. */
function rebuildOnce({ sources, serving, board, stop }: Order): Promise<Rebuilt> {
  return rebuild(sources, {
    serving,
    from: 'either',
    onlyOtherVersions: true,
    acceptDifferences: true,
    stop,
    watch: {
      enter: (phase) => board.rebuild({ phase }),
      move: (position, target) => board.rebuild({ phase: 'building', position, target }),
    },
  })
}

const toldOf = ({
  version,
  replaces,
  comparison,
  switched,
  parked,
  events,
}: Omit<Rebuilt, 'outcome'>) => ({
  version,
  replaces,
  events,
  parked,
  rows: comparison?.rows,
  differences: comparison?.differences,
  examples: comparison?.examples,
  position: switched?.position.toString(),
  writerWaitedMs: switched?.writerWaitedMs,
  readersWaitedMs: switched?.readersWaitedMs,
})
