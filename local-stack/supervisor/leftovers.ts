import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { projectFolder } from './project-folder.ts'
import { processesOfLastRun } from './stack-file.ts'

/** A process without its supervisor exits by itself within this time. */
const PATIENCE_MS = 10_000

/**
 * After a supervisor was killed, its processes finish their requests in flight. A new run waits for
 * them, because two of a kind would conflict. (PostgreSQL handles its own leftovers.)
 */
export async function leftoversHaveEnded(folder: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  for (const pid of processesOfLastRun(folder)) {
    while (await isOneOfOurs(pid)) {
      if (Date.now() > deadline) process.kill(pid, 'SIGKILL')
      await pause(25)
    }
  }
}

/** The pid alone proves nothing: another process may have it now. */
const isOneOfOurs = (pid: number) =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').then(
    (commandLine) => commandLine.split('\0')[1]?.startsWith(`${projectFolder}/`) ?? false,
    () => false,
  )
