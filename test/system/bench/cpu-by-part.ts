import { readdir, readFile } from 'node:fs/promises'

/** As the kernel counts for everybody who reads `/proc`. */
const TICK_MICROS = 10_000

interface Used {
  readonly pid: number
  readonly parent: number
  readonly micros: number
}

/**
 * CPU of each part of the system since its start, in microseconds. Unlike rates it hardly depends on what else the machine
 * does. PostgreSQL's is that of all its processes, and parts that share a process stand together.
 */
export async function cpuByPart(
  pids: Readonly<Record<string, number>>,
): Promise<ReadonlyMap<string, number>> {
  const all = await everyProcess()
  const used = (of: number) =>
    all
      .filter(({ pid, parent }) => pid === of || parent === of)
      .reduce((sum, { micros }) => sum + micros, 0)
  const sharing = Map.groupBy(Object.entries(pids), ([, pid]) => pid)
  return new Map(
    [...sharing].map(([pid, parts]) => [parts.map(([part]) => part).join(' and '), used(pid)]),
  )
}

async function everyProcess(): Promise<readonly Used[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(names.map((name) => usedBy(Number(name))))
  return found.filter((one) => one !== undefined)
}

/** Undefined if the process has ended meanwhile. Of children that have ended, their parent has the time. */
async function usedBy(pid: number): Promise<Used | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (stat === undefined) return undefined
  // The name of the program, in parentheses, may contain spaces.
  const [, parent, , , , , , , , , , ...times] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = times.slice(0, 4).reduce((sum, time) => sum + Number(time), 0)
  return { pid, parent: Number(parent), micros: ticks * TICK_MICROS }
}
