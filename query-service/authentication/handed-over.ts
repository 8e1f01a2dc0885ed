import type { Pool } from 'pg'
import { handedRowMacs, type RowMac, RowMacsUnknown } from '#kernel/platform/vault/row-macs.ts'

/** What the MACs of keys are checked with, looked for until it is there. */
export function handedOverMacs(pool: Pick<Pool, 'query'>, signInKey: Buffer) {
  let found: Promise<RowMac> | undefined
  const known = (): Promise<RowMac> => {
    const finding = found ?? handedRowMacs(pool, signInKey)
    found = finding
    finding.catch(() => {
      found = undefined
    })
    return finding
  }
  return {
    known,
    /** Why the service is not ready; a database that does not answer is named elsewhere. */
    missing: (): Promise<readonly string[]> =>
      known().then(
        () => [],
        (error: unknown) => (error instanceof RowMacsUnknown ? ['key of the API keys'] : []),
      ),
  }
}
