import type { PinsFound } from '#kernel/platform/log-chain/pin-check.ts'
import type { ChainDifference } from './chain-differences.ts'
import type { PeopleWithTwoNames } from './people-with-two-names.ts'
import type { Verification } from './verify.ts'

/** The result for scripts, printed as one line of JSON. */
export interface Verdict {
  readonly events: number
  readonly rows: number
  /** The number of differences and faults of all kinds; 0 if everything is sound. */
  readonly differences: number
  readonly chain: 'ok' | 'broken'
  /** Whether the log was compared with a head from outside the database. */
  readonly pinned: boolean
  /** The position in the log as of which the tables were compared. */
  readonly position: string
  readonly tables: { readonly differences: number; readonly parkedCompanies: number }
  readonly log: { readonly faults: number }
  /** People whose records stand under two pseudonyms, which is no difference. */
  readonly peopleWithTwoNames: number
  readonly hashChain: {
    readonly chained: number
    readonly differences: number
    readonly firstDifference: ChainDifference | null
    readonly signatures: number
    readonly signedUpTo: number
    readonly keyIds: readonly string[]
    readonly signatureFault: string | null
    readonly storedHeadFault: string | null
    /** The number of events under the last pinned head that fits. */
    readonly pinnedUpTo: number
    readonly pinFault: string | null
  }
}

export function verdictOf({ replayed, chain, faults, twoNames }: Verification): Verdict {
  const { signatures, pinned, storedHeadFault } = chain
  const wrong = [signatures.fault, pinned.fault, storedHeadFault].filter(
    (fault) => fault !== undefined,
  )
  const chainDifferences = chain.differences + wrong.length
  return {
    events: replayed.events,
    rows: replayed.rows,
    differences: replayed.differences + replayed.parked + faults.count + chainDifferences,
    chain: chainDifferences === 0 ? 'ok' : 'broken',
    pinned: pinned.pins > 0,
    position: replayed.position.toString(),
    tables: { differences: replayed.differences, parkedCompanies: replayed.parked },
    log: { faults: faults.count },
    peopleWithTwoNames: twoNames.count,
    hashChain: {
      chained: chain.chained,
      differences: chain.differences,
      firstDifference: chain.examples[0] ?? null,
      signatures: signatures.signatures,
      signedUpTo: signatures.signedUpTo,
      keyIds: signatures.keyIds,
      signatureFault: signatures.fault ?? null,
      storedHeadFault: storedHeadFault ?? null,
      pinnedUpTo: pinned.pinnedUpTo,
      pinFault: pinned.fault ?? null,
    },
  }
}

/** The result for people. */
export function reportOf(verification: Verification): readonly string[] {
  const { companyId, replayed, chain, faults, twoNames } = verification
  const { signatures } = chain
  const whose = companyId === null ? 'all companies' : `company ${companyId}`
  return [
    `Verified for ${whose}: ${replayed.events} events up to position ${replayed.position.toString()}, ${replayed.rows} rows.`,
    line('tables', replayed.differences, 'rows differ from the log'),
    ...replayed.examples.map(
      ({ table, key, kind, columns }) =>
        `    ${table} ${key.join(' ')} is ${kind}${columns.length > 0 ? `: ${columns.join(', ')}` : ''}`,
    ),
    line('events', replayed.parked, 'companies have events that cannot be projected'),
    line('rules', faults.count, 'events break a rule of the business'),
    ...faults.faults.map(
      ({ rule, stream, position, problem }) =>
        `    ${rule}: ${problem} (${stream}, position ${position.toString()})`,
    ),
    ...noteOf(twoNames),
    line('chain', chain.differences, `of ${chain.chained} events are not as written`),
    ...chain.examples.map(
      ({ kind, at, eventId, found }) => `    event ${at} (${eventId}) is ${kind}: now ${found}`,
    ),
    signatures.fault === undefined
      ? `  signatures: ${signatures.signatures} fit, up to event ${signatures.signedUpTo}, by ${signatures.keyIds.join(', ') || 'no notary'}`
      : `  signatures: WRONG: ${signatures.fault}`,
    ...(chain.storedHeadFault === undefined ? [] : [`  heads: WRONG: ${chain.storedHeadFault}`]),
    pinsLine(chain.pinned),
    `  The projection's writer waited ${Math.ceil(replayed.writerWaitedMs)} ms for the comparison.`,
  ]
}

function pinsLine({ pins, pinnedUpTo, fault }: PinsFound): string {
  if (fault !== undefined) return `  pins: WRONG: ${fault}`
  if (pins > 0) return `  pins: ${pins} fit, up to event ${pinnedUpTo}`
  return '  pins: NONE: the owner of the database may have rewritten all of this; give --witness or --head'
}

const line = (what: string, count: number, problem: string) =>
  count === 0 ? `  ${what}: ok` : `  ${what}: WRONG: ${count} ${problem}`

const noteOf = ({ count, people }: PeopleWithTwoNames): readonly string[] =>
  count === 0
    ? []
    : [
        `  people: note: ${count} have records under two names, from two spellings of their numbers`,
        ...people.map(
          ({ companyId, personRefs }) => `    company ${companyId}: ${personRefs.join(' and ')}`,
        ),
      ]
