import type { Logger } from '../process/logger.ts'
import { type HoleWatchSettings, type LogToCount, watchHoles } from './hole-watch.ts'
import { type StandstillSources, watchStandstills } from './standstill.ts'

/** Watches over all followers of the log: whether they make progress, and whether they have all events. */
export function watchFollowers(
  log: LogToCount & StandstillSources,
  settings: HoleWatchSettings,
  logger: Logger,
) {
  const { standstillMs } = settings
  const standstills = watchStandstills({ reader: log, standstillMs })
  const holes = watchHoles(log, settings, logger)
  return {
    standstills,
    holes,
    found: () => [...standstills.standstills(), ...holes.holes()],
    stop: () => {
      standstills.stop()
      holes.stop()
    },
  }
}
