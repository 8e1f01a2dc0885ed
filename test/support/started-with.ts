import type { OnClose } from '#kernel/platform/process/lifecycle.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { createMetrics } from '#kernel/platform/process/metrics.ts'
import type { RunningService } from '#kernel/platform/process/run-service-named.ts'

/** What a service is started with in the tests' own process: no log, and metrics of its own. */
export const startedWith = <Settings>(
  name: string,
  settings: Settings,
  onClose: OnClose,
): RunningService<Settings> => ({
  settings,
  logger: silentLogger,
  registry: createMetrics(name),
  onClose,
})
