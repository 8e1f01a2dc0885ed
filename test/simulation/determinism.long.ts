import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const SEEDS = 6

/** The digest of each seed's log, and of its tables. */
async function digests(...flags: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    'test/simulation/main.ts',
    '--digests',
    ...flags,
  ])
  const lines = stdout.matchAll(/^(?<seed>\d+) (?<digest>[0-9a-f]{64})$/gm)
  return new Map([...lines].map(([, seed = '', digest = '']) => [seed, digest]))
}

test.each([
  { of: 'log', flags: [] },
  { of: 'tables and log', flags: ['--projections'] },
])('the same seed gives the same $of, whatever was played before it', async ({ flags }) => {
  const oneAfterTheOther = await digests('--seeds', `${SEEDS}`, '--workers', '1', ...flags)
  const everySecond = await digests('--seeds', `${SEEDS}`, '--workers', '2', ...flags)
  const last = await digests('--from', `${SEEDS}`, '--seeds', '1', ...flags)

  expect(oneAfterTheOther.size).toBe(SEEDS)
  expect(new Set(oneAfterTheOther.values()).size).toBe(SEEDS)
  expect(new Map([...everySecond].toSorted())).toEqual(new Map([...oneAfterTheOther].toSorted()))
  expect(last.get(`${SEEDS}`)).toBe(oneAfterTheOther.get(`${SEEDS}`))
})
