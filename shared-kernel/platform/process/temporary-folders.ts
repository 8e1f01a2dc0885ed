import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Its name says which process made it, and so whether anybody will still remove it. */
const OURS = /^sarraf-(?:evidence|import|report)-(?<pid>\d+)-[A-Za-z0-9]{6}$/

/** For content that is decrypted, of mode 700. Whoever asks for it removes it. */
export const temporaryFolder = (what: 'evidence' | 'import' | 'report'): Promise<string> =>
  mkdtemp(join(tmpdir(), `sarraf-${what}-${process.pid}-`))

/**
 * Removes the folders of processes that were killed. At the start of a process, when none is its own: one
 * with its number is that of the process before in the same container.
 */
export async function removeAbandonedFolders(): Promise<void> {
  // A folder that is not there, or cannot be read, stops who wants to write in it, and no start.
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const found = OURS.exec(name)
    if (found === null) continue
    const path = join(tmpdir(), name)
    if (await isAbandoned(path, Number(found.groups?.['pid']))) {
      await rm(path, { recursive: true, force: true })
    }
  }
}

async function isAbandoned(path: string, pid: number): Promise<boolean> {
  const folder = await lstat(path).catch(() => undefined)
  if (folder?.isDirectory() !== true || folder.uid !== process.getuid?.()) return false
  return pid === process.pid || !isRunning(pid)
}

/** Another user's process cannot be signalled, and runs. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
