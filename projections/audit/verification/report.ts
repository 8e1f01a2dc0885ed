import type { ChainDifference } from './chain-differences.ts'
import type { Verification } from './verify.ts'

/** What scripts read: one line of JSON. */
export interface Verdict {
  readonly events: number
  readonly rows: number
  /** Of all kinds; 0 when everything is as it should be. */
  readonly differences: number
  readonly chain: 'ok' | 'broken'
  /** In the log: where the tables were compared. */
  readonly position: string
  readonly tables: { readonly differences: number; readonly parkedCompanies: number }
  readonly log: { readonly faults: number }
  readonly hashChain: {
    readonly chained: number
    readonly differences: number
    readonly firstDifference: ChainDifference | null
    readonly signatures: number
    readonly signedUpTo: number
    readonly keyIds: readonly string[]
    readonly signatureFault: string | null
  }
}

export function verdictOf({ replayed, chain, faults }: Verification): Verdict {
  const { signatures } = chain
  const signatureFaults = signatures.fault === undefined ? 0 : 1
  const chainDifferences = chain.differences + signatureFaults
  return {
    events: replayed.events,
    rows: replayed.rows,
    differences: replayed.differences + replayed.parked + faults.count + chainDifferences,
    chain: chainDifferences === 0 ? 'ok' : 'broken',
    position: replayed.position.toString(),
    tables: { differences: replayed.differences, parkedCompanies: replayed.parked },
    log: { faults: faults.count },
    hashChain: {
      chained: chain.chained,
      differences: chain.differences,
      firstDifference: chain.examples[0] ?? null,
      signatures: signatures.signatures,
      signedUpTo: signatures.signedUpTo,
      keyIds: signatures.keyIds,
      signatureFault: signatures.fault ?? null,
    },
  }
}

/** The same for people. */
export function reportOf(verification: Verification): readonly string[] {
  const { companyId, replayed, chain, faults } = verification
  const { signatures } = chain
  const whose = companyId === null ? 'all companies' : `company ${companyId}`
  return [
    `Verified for ${whose}: ${replayed.events} events up to position ${replayed.position.toString()}, ${replayed.rows} rows.`,
    line('tables', replayed.differences, 'rows differ from what the log says'),
    ...replayed.examples.map(
      ({ table, key, kind, columns }) =>
        `    ${table} ${key.join(' ')} is ${kind}${columns.length > 0 ? `: ${columns.join(', ')}` : ''}`,
    ),
    line('events', replayed.parked, 'companies have events that cannot be shown'),
    line('rules', faults.count, 'events break a rule of the business'),
    ...faults.faults.map(
      ({ rule, stream, position, problem }) =>
        `    ${rule}: ${problem} (${stream}, position ${position.toString()})`,
    ),
    line('chain', chain.differences, `of ${chain.chained} events are not what was written`),
    ...chain.examples.map(
      ({ kind, at, eventId, found }) => `    event ${at} (${eventId}) is ${kind}: now ${found}`,
    ),
    signatures.fault === undefined
      ? `  signatures: ${signatures.signatures} fit, up to event ${signatures.signedUpTo}, of ${signatures.keyIds.join(', ') || 'nobody'}`
      : `  signatures: WRONG: ${signatures.fault}`,
    `  The projection's writer waited ${Math.ceil(replayed.writerWaitedMs)} ms for the comparison.`,
  ]
}

const line = (what: string, count: number, problem: string) =>
  count === 0 ? `  ${what}: ok` : `  ${what}: WRONG: ${count} ${problem}`
