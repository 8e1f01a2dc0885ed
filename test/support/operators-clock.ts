import { onTestFinished, vi } from 'vitest'

export const DAY_MS = 86_400_000

/** Sets the clock of the operator's machine alone, which this process is: ahead, or behind if negative; returns who sets it right. */
export function operatorIsAhead(ms: number): () => void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  const setRight = () => void vi.useRealTimers()
  onTestFinished(setRight)
  return setRight
}
