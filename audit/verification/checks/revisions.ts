import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { type BrokenRule, faultOf } from './check.ts'

const fault = faultOf('revisions')

/** Every stream begins at revision 0 and has no gap. Positions may have gaps; revisions may not. */
export function revisionsCheck() {
  const next = new Map<string, bigint>()
  return ({ stream, revision, position, metadata }: StoredEvent): BrokenRule | undefined => {
    const expected = next.get(stream) ?? 0n
    next.set(stream, revision + 1n)
    if (revision === expected) return undefined
    const place = { stream, position, companyId: String(metadata['companyId']) }
    return fault(place, `revision ${revision} follows where ${expected} was expected`)
  }
}
