import { Pool } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchLog } from '#kernel/platform/log-chain/log-watch.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'

test('a log that can no longer be compared counts as compared for ten seconds', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let mayRead = true
  const pool = Object.assign(new Pool(), {
    query: async () => {
      if (!mayRead) throw new Error('permission denied for table log_set_back')
      return { rows: [] }
    },
  })
  const watch = watchLog({ pool, witness: null, logger: silentLogger })
  expect(watch.isCompared()).toBe(false)
  await watch.compared
  await vi.advanceTimersByTimeAsync(60_000)
  expect(watch.isCompared()).toBe(true)

  mayRead = false
  await vi.advanceTimersByTimeAsync(9_000)
  expect(watch.isCompared()).toBe(true)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(watch.isCompared()).toBe(false)

  mayRead = true
  await vi.advanceTimersByTimeAsync(1_000)
  expect([watch.isCompared(), watch.setBack()]).toEqual([true, undefined])
  const closed = watch.close()
  await vi.advanceTimersByTimeAsync(1_000)
  await closed
})
