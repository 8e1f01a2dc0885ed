import { LRUCache } from 'lru-cache'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import type { Wanted } from './kind.ts'
import { companyIn, type LogKnowledge } from './log-knowledge.ts'
import type { Fault } from './parse-line.ts'
import type { Survey } from './survey.ts'

const MAX_REMEMBERED = 50_000

/** What is wrong with a line beside what the log says. */
export function checkWithLog(
  eventStore: EventStore,
  survey: Survey,
  knowledge: LogKnowledge,
): (wanted: Wanted) => Promise<readonly Fault[]> {
  const companies = new LRUCache<string, Promise<string | undefined>>({ max: MAX_REMEMBERED })

  /** Which company a record belongs to that lines refer to. */
  function companyWith(stream: string): Promise<string | undefined> {
    const known = companies.get(stream)
    if (known !== undefined) return known
    const last = { direction: 'backwards', maxCount: 1 } as const
    const found = eventStore.readStream(stream, last).then(([event]) => companyIn(event))
    companies.set(stream, found)
    return found
  }

  async function unknownReference({ companyId, refersTo }: Wanted): Promise<Fault[]> {
    const faults: Fault[] = []
    for (const [field, stream] of Object.entries(refersTo)) {
      if (survey.brings(stream, companyId)) continue
      if ((await companyWith(stream)) === companyId) continue
      faults.push({ field, wrong: 'is known neither here nor in this file' })
    }
    return faults
  }

  async function takenName({ namedBy, stream, companyId }: Wanted): Promise<Fault[]> {
    if (namedBy === undefined) return []
    const owner = await knowledge.companyOf(stream)
    return owner === undefined || owner === companyId
      ? []
      : [{ field: namedBy, wrong: 'is used by another company' }]
  }

  async function unknownRecord({ changes, stream, companyId }: Wanted): Promise<Fault[]> {
    if (changes === undefined || (await knowledge.companyOf(stream)) === companyId) return []
    return [{ field: changes, wrong: 'is not known here' }]
  }

  async function takenClaim({ claim }: Wanted): Promise<Fault[]> {
    if (claim === undefined) return []
    const holder = await knowledge.holderOf(claim.stream)
    return holder === undefined || holder === claim.holder
      ? []
      : [{ field: claim.field, wrong: `is given to ${holder}` }]
  }

  return async (wanted) => {
    const checks = [unknownReference, unknownRecord, takenName, takenClaim].map((check) =>
      check(wanted),
    )
    return (await Promise.all(checks)).flat()
  }
}
