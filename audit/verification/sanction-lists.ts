import type { Pool } from 'pg'
import { categoryOf } from '#kernel/events/category-of.ts'
import { type SanctionListEvent, sanctionListEvents } from '#kernel/events/sanction-list.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { decodeWithoutKeys, type Recorded } from '#kernel/platform/recording/event-codec.ts'
import { keptEntries } from '#kernel/platform/vault/list-entries.ts'
import type { BrokenRule } from './checks/check.ts'

/** Compares the vault's versions of the sanction lists with what was recorded at their import. */
export function sanctionListCheck(pool: Pool) {
  const imports: Recorded<SanctionListEvent>[] = []
  return {
    see(stored: readonly StoredEvent[]): void {
      const genuine = stored.filter(({ isGenuine }) => isGenuine)
      imports.push(...decodeWithoutKeys(decoderOf, genuine))
    },
    async end(): Promise<readonly BrokenRule[]> {
      const faults: BrokenRule[] = []
      for (const { event, stream, position } of imports) {
        const problem = await problemOf(pool, event.data)
        if (problem !== undefined) faults.push({ rule: 'sanctionLists', stream, position, problem })
      }
      return faults
    },
  }
}

const decoderOf = (stream: string) =>
  categoryOf(stream) === sanctionListEvents.category ? sanctionListEvents : undefined

/** Undefined if the vault keeps what was imported. */
async function problemOf(
  pool: Pool,
  imported: SanctionListEvent['data'],
): Promise<string | undefined> {
  const { list, version, rows, entriesSha256 } = imported
  const of = `version ${version} of ${list}`
  const found = await pool.query<KeptVersion>(
    `select sha256, format, entries, skipped_rows as "skippedRows"
     from vault.sanction_list_version where list = $1 and version = $2`,
    [list, version],
  )
  const [kept] = found.rows
  if (kept === undefined) return `${of} is missing`
  const isAsImported =
    kept.sha256 === imported.sha256 &&
    kept.format === imported.format &&
    kept.entries === rows &&
    kept.skippedRows === imported.skippedRows
  if (!isAsImported) return `${of} is described otherwise than it was imported`
  const entries = await keptEntries(pool, imported)
  if (entries.count !== rows) return `${of} has ${entries.count} entries instead of ${rows}`
  const isSame = entriesSha256 === null || entries.sha256 === entriesSha256
  return isSame ? undefined : `the entries of ${of} are not those that were imported`
}

interface KeptVersion {
  readonly sha256: string
  readonly format: string
  readonly entries: number
  readonly skippedRows: number
}
