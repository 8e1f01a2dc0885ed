import { listedKeys } from '../vault/destroyed-key-list.ts'
import { refuseReturnedKeys } from '../vault/returned-keys.ts'
import { pause } from '../waiting/timing.ts'
import { checkingClient } from './checking-client.ts'
import { settingsFault } from './server-check.ts'
import { connectSession } from './session.ts'

const TRY_AGAIN_MS = 100

interface Checking {
  readonly databaseUrl: string
  /** The list of destroyed keys; null where none is named. */
  readonly destroyedKeys: string | null
  readonly ending: AbortSignal
  /** Called if the database did not answer at first and is refused when it does. */
  readonly refused: (error: unknown) => unknown
}

/**
 * Throws if the list cannot be read, or the database is from before an erasure. One that does not answer
 * is checked as soon as it does: some services start without it, so then nothing is waited for.
 */
export async function checkForErasures(checking: Checking): Promise<void> {
  const { destroyedKeys } = checking
  if (destroyedKeys === null) return
  await listedKeys(destroyedKeys)
  if (await isChecked(checking)) return
  untilChecked(checking).catch(checking.refused)
}

async function untilChecked(checking: Checking) {
  const { ending } = checking
  while (!ending.aborted && !(await isChecked(checking, 0))) await pause(TRY_AGAIN_MS, ending)
}

async function isChecked(
  { databaseUrl, destroyedKeys }: Checking,
  waitMs?: number,
): Promise<boolean> {
  const client = checkingClient(databaseUrl)
  try {
    await connectSession(client)
    await refuseReturnedKeys(client, destroyedKeys, waitMs)
    return true
  } catch (error) {
    const fault = settingsFault(error)
    if (fault !== undefined) throw fault
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
