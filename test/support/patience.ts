import { testParts } from './parts/test-parts.ts'

/** A container takes seconds to start; an embedded part takes a fraction of one. */
const parts = testParts.kind === 'embedded' ? 1 : 4

/** How many times as long everything may take here as on a usual machine; `TEST_PATIENCE` says how slow this one is. */
export const PATIENCE = parts * factorIn(process.env['TEST_PATIENCE'] ?? '1')

/** The longest that a test waits for what has to happen. Only a failure takes so long. */
export const LONGEST_WAIT_MS = 45_000 * PATIENCE

/** The same for the start of a process, which loads its modules first. */
export const LONGEST_START_MS = 90_000 * PATIENCE

function factorIn(given: string): number {
  const factor = Number(given)
  if (factor >= 1 && factor <= 100) return factor
  throw new Error(`TEST_PATIENCE must be a number from 1 to 100, not "${given}"`)
}
