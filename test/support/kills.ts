import { expect, vi } from 'vitest'
import { LONGEST_START_MS } from './patience.ts'
import { isAlive, type Place, type RunningStack } from './running-stack.ts'

export interface LoadedStack {
  readonly place: Place
  readonly stack: RunningStack
  /** The number of acknowledged requests; throws after a wrong response. */
  readonly acknowledged: () => number
  /** This many more must be acknowledged after each kill. */
  readonly between: number
}

/** Kills the parts at once, waits until all is back, and until the callers have got on. */
export async function killUnderLoad(
  { place, stack, acknowledged, between }: LoadedStack,
  names: readonly string[],
) {
  const { pids: before, baseUrl } = await place.stackFile()
  for (const name of names) process.kill(before[name] ?? 0, 'SIGKILL')
  await vi.waitFor(
    async () => {
      expect([stack.supervisor.exitCode, stack.output()]).toEqual([null, expect.any(String)])
      const { pids } = await place.stackFile()
      for (const name of names) {
        const isNew = pids[name] !== before[name] && isAlive(pids[name] ?? 0)
        expect([name, isNew]).toEqual([name, true])
      }
      expect((await fetch(`${baseUrl}/health/ready`)).status).toBe(200)
    },
    { timeout: LONGEST_START_MS, interval: 50 },
  )
  const toldBefore = acknowledged()
  await vi.waitFor(() => expect(acknowledged()).toBeGreaterThan(toldBefore + between), {
    timeout: LONGEST_START_MS,
    interval: 50,
  })
}
