import { createHash } from 'node:crypto'
import type { CheckedLine } from './kind.ts'
import type { LineFault } from './line-fault.ts'
import type { Parsed } from './parse-line.ts'

/** What the lines of one file say of each other; of a line nothing more is kept. */
export interface Survey {
  /** Adds a line; gives what is wrong with it, beside the lines before it too. */
  readonly add: (parsed: Parsed) => readonly LineFault[]
  readonly lines: () => number
  /** By their streams, the values that records have after the whole file and others may not have; the last lines last. */
  readonly exclusive: ReadonlyMap<string, string | null>
  /** Whether the file contains this record for this company, even in a line with faults. */
  readonly brings: (stream: string, companyId: string) => boolean
  /** What of the log the lines have to be compared with. */
  readonly isAbout: (stream: string) => boolean
  /** The direction of a bank transaction of the file. */
  readonly isIncoming: (stream: string) => boolean | undefined
}

export function newSurvey(): Survey {
  const companyOf = new Map<string, string>()
  const holderOf = new Map<string, string>()
  const fixedOf = new Map<string, string>()
  const exclusive = new Map<string, string | null>()
  const usedTwice = valuesUsedTwice()
  const incomingOf = new Map<string, boolean>()
  const faultyIds = new Set<string>()
  let lines = 0

  function namedTwice({ namedBy, stream, companyId, claim }: CheckedLine): LineFault[] {
    if (namedBy === undefined && claim !== undefined) return []
    const first = companyOf.get(stream)
    if (first === undefined) companyOf.set(stream, companyId)
    return namedBy === undefined || first === undefined || first === companyId
      ? []
      : [{ field: namedBy, wrong: 'is used by another company on a line before this one' }]
  }

  function claimedTwice({ claim }: CheckedLine): LineFault[] {
    if (claim === undefined) return []
    const first = holderOf.get(claim.stream)
    if (first === undefined) holderOf.set(claim.stream, claim.holder)
    return first === undefined || first === claim.holder
      ? []
      : [{ field: claim.field, wrong: `is given to ${first} on a line before this one` }]
  }

  function contradicted({ stream, fixed }: CheckedLine): LineFault[] {
    if (fixed === undefined) return []
    const said = digestOf(fixed.value)
    const first = fixedOf.get(stream)
    if (first === undefined) fixedOf.set(stream, said)
    return first === undefined || first === said
      ? []
      : [{ field: fixed.field, wrong: fixed.otherwise }]
  }

  return {
    add: (parsed) => {
      lines += 1
      if (parsed.faults === undefined) {
        const { checkedLine } = parsed
        const { stream, incoming, exclusive: own } = checkedLine
        if (incoming !== undefined) incomingOf.set(stream, incoming)
        if (own !== undefined) {
          exclusive.delete(stream)
          exclusive.set(stream, own.value)
        }
        return [namedTwice, claimedTwice, usedTwice, contradicted].flatMap((find) =>
          find(checkedLine),
        )
      }
      if (typeof parsed.id === 'string') faultyIds.add(parsed.id.toLowerCase())
      return parsed.faults
    },
    lines: () => lines,
    exclusive,
    brings: (stream, companyId) =>
      companyOf.get(stream) === companyId || faultyIds.has(idIn(stream)),
    isAbout: (stream) => companyOf.has(stream) || holderOf.has(stream),
    isIncoming: (stream) => incomingOf.get(stream),
  }
}

/** Finds what only one record can have, and two have. */
function valuesUsedTwice() {
  const firstWith = new Map<string, string>()
  return ({ unique = [], companyId, stream }: CheckedLine): LineFault[] =>
    unique.flatMap(({ field, value, column }) => {
      const key = digestOf(JSON.stringify([companyId, column ?? field, value]))
      const first = firstWith.get(key)
      if (first === undefined) firstWith.set(key, stream)
      return first === undefined || first === stream
        ? []
        : [{ field, wrong: `is used for ${idIn(first)} on a line before this one` }]
    })
}

const idIn = (stream: string) => stream.slice(stream.indexOf('-') + 1)

const DIGEST_LENGTH = 11

/** Short, because one is kept for each record of a file. */
const digestOf = (value: string) =>
  createHash('sha256').update(value).digest('base64').slice(0, DIGEST_LENGTH)
