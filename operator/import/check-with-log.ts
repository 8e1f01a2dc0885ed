import { LRUCache } from 'lru-cache'
import type { Log } from '#command/event-sourcing/log.ts'
import { atMost } from '#kernel/platform/process/at-most.ts'
import type { CheckedLine } from './kind.ts'
import type { LineFault } from './line-fault.ts'
import { companyIn, type LogKnowledge } from './log-knowledge.ts'
import type { Survey } from './survey.ts'
import type { TakenFrom } from './taken-values.ts'

const MAX_REMEMBERED = atMost(50_000)

interface Known {
  readonly knowledge: LogKnowledge
  readonly takenFrom: TakenFrom
}

/** What is wrong with a line beside what the log says. */
export function checkWithLog(
  log: Log,
  survey: Survey,
  { knowledge, takenFrom }: Known,
  findFaultsOfPast: (checkedLine: CheckedLine) => Promise<readonly LineFault[]>,
): (checkedLine: CheckedLine) => Promise<readonly LineFault[]> {
  const companies = new LRUCache<string, Promise<string | undefined>>(MAX_REMEMBERED)

  /** Which company a record belongs to that lines refer to. */
  function companyWith(stream: string): Promise<string | undefined> {
    const known = companies.get(stream)
    if (known !== undefined) return known
    const last = { direction: 'backwards', maxCount: 1 } as const
    const found = log.eventStore.readStream(stream, last).then(([event]) => companyIn(event))
    companies.set(stream, found)
    return found
  }

  async function unknownReference({ companyId, refersTo }: CheckedLine): Promise<LineFault[]> {
    const faults: LineFault[] = []
    for (const [field, stream] of Object.entries(refersTo)) {
      if (survey.brings(stream, companyId)) continue
      if ((await companyWith(stream)) === companyId) continue
      faults.push({ field, wrong: 'is known neither here nor in this file' })
    }
    return faults
  }

  async function takenName(checkedLine: CheckedLine): Promise<LineFault[]> {
    const { namedBy, createdElsewhere, stream, companyId } = checkedLine
    if (namedBy === undefined) return []
    const record = await knowledge.recordOf(stream)
    if (record?.companyId === undefined) return []
    if (record.companyId !== companyId) {
      return [{ field: namedBy, wrong: 'is used by another company' }]
    }
    const isFit = createdElsewhere === undefined || record.isImported
    return isFit ? [] : [{ field: namedBy, wrong: createdElsewhere }]
  }

  async function unknownRecord({ changes, stream, companyId }: CheckedLine): Promise<LineFault[]> {
    if (changes === undefined) return []
    const { field, refusal } = changes
    const record = await knowledge.recordOf(stream)
    if (record?.companyId !== companyId) return [{ field, wrong: 'is not known here' }]
    const wrong = await refusal?.(log)
    return wrong === undefined ? [] : [{ field, wrong }]
  }

  async function takenClaim({ claim }: CheckedLine): Promise<LineFault[]> {
    if (claim === undefined) return []
    const holder = await knowledge.holderOf(claim.stream)
    return holder === undefined || holder === claim.holder
      ? []
      : [{ field: claim.field, wrong: `is given to ${holder}` }]
  }

  return async (checkedLine) => {
    const checks = [unknownReference, unknownRecord, takenName, takenClaim, findFaultsOfPast].map(
      (check) => check(checkedLine),
    )
    return [...(await Promise.all(checks)).flat(), ...takenFrom(checkedLine)]
  }
}
