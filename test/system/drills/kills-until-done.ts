import { exited, startOperator } from './operator-process.ts'

/** Earlier than a command does anything, and then later and later. */
const FIRST_KILL_MS = 200
const LATER_BY = 1.25
const MOST_RUNS = 30

type Variables = Readonly<Record<string, string>>

/** Runs `operator …` until it comes to its end; how often it was killed. */
export async function killsUntilDone(
  parameters: readonly string[],
  environment: Variables,
): Promise<number> {
  for (let kills = 0; kills < MOST_RUNS; kills++) {
    const { child, stderr } = startOperator(parameters, environment)
    const timer = setTimeout(() => child.kill('SIGKILL'), FIRST_KILL_MS * LATER_BY ** kills)
    await exited(child)
    clearTimeout(timer)
    if (child.exitCode === 0) return kills
    if (child.signalCode !== 'SIGKILL') throw new Error(await stderr)
  }
  throw new Error('it comes to no end')
}
