import { keepGoing } from '#kernel/platform/waiting/keep-going.ts'
import { CannotRebuild } from '#projections/runtime/errors.ts'
import { isExactly } from '#projections/runtime/schema.ts'
import type { StatusBoard } from '#projections/runtime/status.ts'
import type { RebuildSources } from './order.ts'
import { rebuild } from './rebuild.ts'
import { type Rebuilt, summaryOf } from './rebuilt.ts'

const LONGEST_PAUSE_MS = 30_000
/** The same program will probably fail at the same events again. */
const PARKED_PAUSE_MS = 600_000

/** Replaces tables of another version by tables of this program's version. */
export interface Replacement {
  /** Only the first check starts a rebuild: a later replacement is the decision of another process. */
  readonly check: (versions: readonly string[]) => void
  /** True until tables of this version are served. */
  readonly isUnderWay: () => boolean
  /** Settles when it is complete or stopped. */
  readonly ended: () => Promise<void>
}

interface Order {
  readonly sources: RebuildSources
  readonly serving: string
  readonly board: StatusBoard
  readonly stop: AbortSignal
}

export function createReplacement(order: Order): Replacement {
  let work: Promise<void> | undefined
  let isChecked = false
  let isUnderWay = false
  return {
    check: (versions) => {
      if (isChecked) return
      isChecked = true
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
  await keepGoing({
    stop,
    longestPauseMs: LONGEST_PAUSE_MS,
    async attempt() {
      const rebuilt = await rebuildOnce(order)
      const { outcome, comparison } = rebuilt
      logger.info(
        { ...summaryOf(rebuilt), examples: comparison?.examples },
        'tables of this version were built',
      )
      if (outcome === 'switched' || outcome === 'unchanged') return board.rebuild(undefined)
      throw new CompaniesParked()
    },
    failed(error, failures) {
      const failure = error instanceof Error ? error.message : String(error)
      board.rebuild({ phase: 'failing', failure })
      // Another process is rebuilding, or something has to be repaired; the next attempt follows.
      if (error instanceof CannotRebuild)
        logger.warn({ failure }, 'the tables are not replaced yet')
      else logger.error({ err: error, failures }, 'the tables could not be replaced')
      return error instanceof CompaniesParked ? PARKED_PAUSE_MS : undefined
    },
  })
}

class CompaniesParked extends Error {
  override readonly name = 'CompaniesParked'

  constructor() {
    super('companies are parked in the new tables')
  }
}

/** Returns to the previous tables if they are of this version. */
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
