import type { Pool } from 'pg'
import { onTestFinished } from 'vitest'
import {
  joinRunningProcesses,
  type RunningProcesses,
} from '#command/event-sourcing/running-processes.ts'
import { type RunningRequests, runningRequests } from '#kernel/platform/http/running-requests.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'

interface Joining {
  readonly requests?: RunningRequests
  /** Epoch milliseconds by the machine's clock. */
  readonly clock?: () => number
}

/** One more process of the command service, for the running test. */
export async function processForThisTest(
  pool: Pool,
  { requests = runningRequests(), ...joining }: Joining = {},
): Promise<RunningProcesses> {
  const process = await joinRunningProcesses({ pool, logger: silentLogger, requests, ...joining })
  onTestFinished(process.close)
  return process
}
