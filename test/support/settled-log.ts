import { expect, vi } from 'vitest'
import { foundByAuditors, secondDocuments, wrongNumbers } from './log-invariants.ts'
import { differences } from './read-model-fold.ts'
import type { SystemAddresses } from './system.ts'
import { looseEnds, readVoucherLog, type VoucherLog } from './system-log.ts'
import { withLog } from './with-log.ts'

const SETTLED_WITHIN_MS = 60_000

/** The log as it is once all is quiet: in order in itself, and the read models equal to it. */
export const settledLog = (system: SystemAddresses): Promise<VoucherLog> =>
  withLog(system, async ({ eventStore, vault }) => {
    await vi.waitFor(
      async () => expect(looseEnds(await readVoucherLog(eventStore, vault))).toEqual([]),
      {
        timeout: SETTLED_WITHIN_MS,
        interval: 500,
      },
    )
    const log = await readVoucherLog(eventStore, vault)
    for (const brokenBy of [wrongNumbers, secondDocuments, foundByAuditors])
      expect(brokenBy(log.events)).toEqual([])
    const { databaseUrl } = system
    expect(await differences({ databaseUrl, eventStore, vault })).toEqual([])
    return log
  })
