import type { Static } from 'typebox'
import type {
  DetailedSanctionCheck,
  ListedSanctionCheck,
} from '#kernel/contract/sanction-check-reads.ts'
import type { ListMatch, SanctionCheck } from '#kernel/contract/sanction-checks.ts'
import { type NarrowCustomerRow, narrowCustomer } from '#kernel/records/customers.ts'
import { isoMicroseconds } from '#kernel/records/times.ts'
import { listedRegisterEvent, type RegisterEventRow } from './customer-events.ts'

type Match = Static<typeof ListMatch>

/** A match as it is kept: the score as a decimal, the list told by where it stands. */
type KeptMatch = Omit<Match, 'list' | 'score'> & { readonly score: string | null }

export interface KeptMatches {
  readonly masak: readonly KeptMatch[]
  readonly wanted: readonly KeptMatch[]
  readonly pep: readonly KeptMatch[]
}

/** What a row of `sanction_check` says of a check without its matches. */
export interface ListedCheckRow {
  readonly id: string
  readonly id_no: string | null
  readonly full_name: string | null
  readonly surname: string | null
  readonly masak_count: number
  readonly wanted_count: number
  readonly pep_count: number
  readonly has_customer: boolean
  readonly customer_event_count: number
  readonly created_at: string
  readonly updated_at: string
}

/** The same with all that was found. */
export interface CheckRow extends Omit<ListedCheckRow, 'created_at' | 'updated_at'> {
  readonly checked_at: Date
  readonly wanted_query: boolean
  readonly pep_query: boolean
  readonly matches: KeptMatches | null
}

export const sanctionCheck = (row: CheckRow): Static<typeof SanctionCheck> => ({
  id: row.id,
  query: {
    idNo: row.id_no,
    fullName: row.full_name,
    surname: row.surname,
    options: { wantedQuery: row.wanted_query, pepQuery: row.pep_query },
  },
  summary: summaryOf(row),
  matches: keptMatches(row.matches),
  checkedAt: row.checked_at.toISOString(),
})

/** What was found, list by list; of a forgotten person nothing is. */
export const keptMatches = (
  matches: KeptMatches | null,
): Static<typeof SanctionCheck>['matches'] => ({
  masak: matchesIn('masak', matches),
  wanted: matchesIn('wanted', matches),
  pep: matchesIn('pep', matches),
})

export const listedSanctionCheck = (row: ListedCheckRow): Static<typeof ListedSanctionCheck> => ({
  id: row.id,
  idNo: row.id_no,
  fullName: row.full_name,
  surname: row.surname,
  summary: summaryOf(row),
  createdAt: isoMicroseconds(row.created_at),
  updatedAt: isoMicroseconds(row.updated_at),
})

/** What the company's own records say of the person now. */
interface OwnRecords {
  readonly customer: NarrowCustomerRow | undefined
  readonly events: readonly RegisterEventRow[]
}

export const detailedSanctionCheck = (
  row: CheckRow & ListedCheckRow,
  { customer, events }: OwnRecords,
): Static<typeof DetailedSanctionCheck> => ({
  ...listedSanctionCheck(row),
  ...sanctionCheck(row),
  customer: customer === undefined ? null : narrowCustomer.show(customer),
  customerEvents: events.map(listedRegisterEvent),
})

const summaryOf = (row: Omit<ListedCheckRow, 'created_at' | 'updated_at'>) => ({
  masakCount: row.masak_count,
  wantedCount: row.wanted_count,
  pepCount: row.pep_count,
  hasCustomer: row.has_customer,
  customerEventCount: row.customer_event_count,
})

const matchesIn = (list: Match['list'], matches: KeptMatches | null): Match[] =>
  (matches?.[list] ?? []).map((match) => ({
    list,
    listVersion: match.listVersion,
    entryId: match.entryId,
    name: match.name,
    aliases: match.aliases,
    idNo: match.idNo,
    birthDate: match.birthDate,
    nationality: match.nationality,
    program: match.program,
    reason: match.reason,
    score: match.score === null ? null : Number(match.score),
    matchedOn: match.matchedOn,
    matchedName: match.matchedName,
    record: match.record,
  }))
