import { type Static, Type } from 'typebox'
import {
  flag,
  id,
  identityNumber,
  instant,
  integer,
  microseconds,
  oneOf,
  orNull,
  shownWithoutValue,
  text,
} from './field.ts'
import { contains, equals, range, updatedSince } from './list.ts'
import { computed, record } from './record.ts'

export const SANCTION_LISTS = ['masak', 'wanted', 'pep'] as const

const nullableText = orNull(text).schema

const Explanation = Type.Object(
  {
    name: Type.Number({ description: 'The score of the name alone, from 0 to 1.' }),
    parts: Type.Array(
      Type.Object(
        {
          query: nullableText,
          entry: nullableText,
          how: Type.String(),
          weight: Type.Number(),
        },
        { title: 'MatchPart' },
      ),
    ),
    facts: Type.Array(
      Type.Object(
        { fact: Type.String(), agrees: Type.Boolean(), effect: Type.Number() },
        { title: 'MatchFact' },
      ),
    ),
  },
  { title: 'MatchExplanation' },
)

const ListMatch = Type.Object(
  {
    list: oneOf(...SANCTION_LISTS).schema,
    listVersion: nullableText,
    entryId: nullableText,
    name: nullableText,
    aliases: Type.Array(Type.String()),
    idNo: nullableText,
    birthDate: nullableText,
    nationality: nullableText,
    program: nullableText,
    reason: nullableText,
    score: Type.Union([Type.Number(), Type.Null()]),
    matchedOn: orNull(oneOf('idNo', 'name', 'alias')).schema,
    matchedName: nullableText,
    matchedBirthDate: nullableText,
    record: Type.Record(Type.String(), Type.Unknown()),
    explanation: Type.Union([Explanation, Type.Null()]),
  },
  { title: 'SanctionMatch' },
)
type Match = Static<typeof ListMatch>

export const CheckMatches = Type.Object(
  {
    masak: Type.Array(ListMatch),
    wanted: Type.Array(ListMatch),
    pep: Type.Array(ListMatch),
  },
  { title: 'SanctionMatches' },
)

/** A stored match: the score is a decimal, and the list follows from its place. */
type KeptMatch = Omit<Match, 'list' | 'score' | 'matchedBirthDate' | 'explanation'> & {
  readonly score: string | null
  /** Matches of earlier days have neither. */
  readonly matchedBirthDate?: string | null
  readonly explanation?: KeptExplanation | null
}

interface KeptExplanation {
  readonly name: string
  readonly parts: readonly {
    readonly query: string | null
    readonly entry: string | null
    readonly how: string
    readonly weight: string
  }[]
  readonly facts: readonly {
    readonly fact: string
    readonly agrees: boolean
    readonly effect: string
  }[]
}

export interface KeptMatches {
  readonly masak: readonly KeptMatch[]
  readonly wanted: readonly KeptMatch[]
  readonly pep: readonly KeptMatch[]
}

/** The matches of each list; none for a forgotten person. */
export const keptMatches = (matches: KeptMatches | null) => ({
  masak: matchesIn('masak', matches),
  wanted: matchesIn('wanted', matches),
  pep: matchesIn('pep', matches),
})

const matchesIn = (list: Match['list'], matches: KeptMatches | null): Match[] =>
  (matches?.[list] ?? []).map((match) => matchOf(list, match))

const matchOf = (list: Match['list'], { score, explanation, ...match }: KeptMatch): Match => ({
  ...match,
  list,
  score: score === null ? null : Number(score),
  matchedBirthDate: match.matchedBirthDate ?? null,
  explanation: explanation === undefined || explanation === null ? null : explained(explanation),
})

const explained = ({ name, parts, facts }: KeptExplanation): Match['explanation'] => ({
  name: Number(name),
  parts: parts.map((part) => ({ ...part, weight: Number(part.weight) })),
  facts: facts.map((fact) => ({ ...fact, effect: Number(fact.effect) })),
})

export const CheckQuery = Type.Object(
  {
    idNo: nullableText,
    fullName: nullableText,
    surname: nullableText,
    options: Type.Object(
      { wantedQuery: Type.Boolean(), pepQuery: Type.Boolean() },
      { title: 'SanctionOptions' },
    ),
  },
  { title: 'SanctionQuery' },
)

interface QueryRow {
  readonly id_no: string | null
  readonly full_name: string | null
  readonly surname: string | null
  readonly wanted_query: boolean
  readonly pep_query: boolean
}

export const checkQuery = (row: QueryRow): Static<typeof CheckQuery> => ({
  idNo: row.id_no,
  fullName: row.full_name,
  surname: row.surname,
  options: { wantedQuery: row.wanted_query, pepQuery: row.pep_query },
})

export const CheckSummary = Type.Object(
  {
    masakCount: Type.Integer(),
    wantedCount: Type.Integer(),
    pepCount: Type.Integer(),
    hasCustomer: Type.Boolean(),
    customerEventCount: Type.Integer(),
  },
  { title: 'SanctionSummary' },
)

interface SummaryRow {
  readonly masak_count: number
  readonly wanted_count: number
  readonly pep_count: number
  readonly has_customer: boolean
  readonly customer_event_count: number
}

export const checkSummary = (row: SummaryRow): Static<typeof CheckSummary> => ({
  masakCount: row.masak_count,
  wantedCount: row.wanted_count,
  pepCount: row.pep_count,
  hasCustomer: row.has_customer,
  customerEventCount: row.customer_event_count,
})

/** Checks through the API, and panel searches. Personal fields are null once the person has been forgotten. */
export const sanctionChecks = record(
  'sanction_check',
  {
    list: {
      id,
      idNo: orNull(identityNumber),
      fullName: orNull(text),
      surname: orNull(text),
      /** The moment of the check itself. */
      createdAt: microseconds,
      updatedAt: microseconds,
    },
    parts: {
      masakCount: integer,
      wantedCount: integer,
      pepCount: integer,
      hasCustomer: flag,
      customerEventCount: integer,
    },
    detail: {
      checkedAt: instant,
      matches: shownWithoutValue('jsonb', CheckMatches, keptMatches),
    },
    row: {
      source: oneOf('api', 'panel', 'rescreening'),
      personRef: orNull(text),
      fullNameFolded: text,
      wantedQuery: flag,
      pepQuery: flag,
      isError: flag,
      customerId: orNull(text),
    },
  },
  {
    list: {
      sorts: ['createdAt', 'updatedAt'],
      defaultSort: 'createdAt:desc',
      filters: [
        equals('idNo'),
        contains('fullNameFolded', { parameter: 'filter[fullName]' }),
        range('createdAt'),
        updatedSince,
      ],
    },
    indexes: [
      '(company_id, id_no, checked_at, id)',
      '(company_id, person_ref) where id_no is null and person_ref is not null',
    ],
    auditKeys: ['idNo'],
  },
  {
    list: { summary: computed(CheckSummary, checkSummary) },
    detail: { query: computed(CheckQuery, checkQuery) },
  },
)
