import { mkdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { claimFolder } from '#kernel/platform/files/claim-folder.ts'
import { ConfigurationError } from '#kernel/platform/settings/read.ts'
import { whyNotFree } from './free-port.ts'
import type { StackSettings } from './settings.ts'
import { leftoversHaveEnded } from './supervisor/leftovers.ts'
import { logFolderOf } from './supervisor/logs.ts'

/** Checks that a start is possible; throws one line that says what prevents it. */
export async function prepareStart({ folder, port, metricsPort }: StackSettings): Promise<void> {
  makeFolder(folder)
  if (!(await claimFolder(folder))) {
    throw new ConfigurationError(`DATA_DIR is in use: another system runs on ${folder}`)
  }
  makeFolder(logFolderOf(folder))
  await leftoversHaveEnded(folder)
  await portIsFree('PORT', port)
  if (metricsPort !== null) await portIsFree('METRICS_PORT', metricsPort)
}

/** Traversable for others, because root starts the database server as another user. */
function makeFolder(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 })
  } catch (error) {
    throw new ConfigurationError(`DATA_DIR cannot be created: ${folder}`, { cause: error })
  }
}

const FREE_WITHIN_MS = 1_000

async function portIsFree(variable: string, port: number) {
  const deadline = Date.now() + FREE_WITHIN_MS
  for (;;) {
    const reason = await whyNotFree(port)
    if (reason === undefined) return
    if (reason !== 'EADDRINUSE' || Date.now() > deadline) {
      const why = reason === 'EADDRINUSE' ? 'another process listens there' : reason
      throw new ConfigurationError(`${variable} ${port} cannot be used: ${why}`)
    }
    await pause(50)
  }
}
