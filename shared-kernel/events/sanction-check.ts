import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { type EventOf, eventFamily, internal, personal, publicField } from './event-family.ts'
import { boolean, decimal, id, instant, integer, list, oneOf, orNull, string } from './fields.ts'

// These shapes are stored permanently. Change one only by a new version with an upcaster.

const SanctionList = oneOf('masak', 'wanted', 'pep')

/** What was searched for. */
export const CheckedQuery = Type.Object({
  idNo: orNull(string),
  fullName: orNull(string),
  surname: orNull(string),
})

/** Why a name matches: which parts were taken for which, and what the facts did. */
const Explanation = Type.Object({
  /** The score of the name alone. */
  name: decimal,
  parts: list(
    Type.Object({
      query: orNull(string),
      entry: orNull(string),
      how: oneOf(
        'same',
        'givenName',
        'spelling',
        'sound',
        'initial',
        'article',
        'script',
        'joined',
        'leftOver',
      ),
      weight: decimal,
    }),
  ),
  facts: list(
    Type.Object({
      fact: oneOf('birthYear', 'country', 'weakAlias'),
      agrees: boolean,
      effect: decimal,
    }),
  ),
})

/** A found list entry. For a panel search, only what the panel handed over. */
const Match = Type.Object({
  listVersion: orNull(string),
  entryId: orNull(string),
  name: orNull(string),
  aliases: list(string),
  idNo: orNull(string),
  birthDate: orNull(string),
  nationality: orNull(string),
  program: orNull(string),
  reason: orNull(string),
  score: orNull(decimal),
  matchedOn: orNull(oneOf('idNo', 'name', 'alias')),
  matchedName: orNull(string),
  /** Of the entry's dates of birth the one that was compared; null where none was. */
  matchedBirthDate: orNull(string),
  /** The list's own row. */
  record: Type.Record(Type.String(), Type.Unknown()),
  /** Null for a match by identity number, and for a panel search. */
  explanation: orNull(Explanation),
})

const Matches = Type.Object({ masak: list(Match), wanted: list(Match), pep: list(Match) })

/** The version is null if nothing had been imported under that list's name yet. */
const SearchedList = Type.Object({ list: SanctionList, version: orNull(string) })

const sanctionsChecked = {
  checkId: publicField(id),
  source: publicField(oneOf('api', 'panel')),
  /** Keyed pseudonym of the person with the searched identity number in this company. */
  personRef: publicField(orNull(string)),
  checkedAt: publicField(instant),
  wantedQuery: publicField(boolean),
  pepQuery: publicField(boolean),
  isError: publicField(boolean),
  /** Whether it says what was found: a panel search may come without a result. */
  hasResult: publicField(boolean),
  /** The searched lists with their versions; empty for a panel search, which does not state them. */
  lists: publicField(list(SearchedList)),
  /** The number of matches found; `matches` may keep fewer. */
  masakCount: publicField(integer),
  wantedCount: publicField(integer),
  pepCount: publicField(integer),
  hasCustomer: publicField(boolean),
  customerEventCount: publicField(integer),
  /** The customer account that the check found. */
  customerId: internal(orNull(id)),
  /** A name counted as a match from this score on; null for a panel search. */
  threshold: internal(orNull(decimal)),
  /** The matcher and its version. */
  method: internal(orNull(string)),
  query: personal(CheckedQuery),
  matches: personal(Matches),
}

type Data = Readonly<Record<string, unknown>>

/** The first version had neither threshold, method nor explanations. */
const withoutExplanations = (data: Data): Data => ({
  ...data,
  threshold: null,
  method: null,
  matches: eachMatch(data['matches'], { explanation: null }),
})

/** Earlier versions did not say which date of birth was compared. */
const withoutMatchedDates = (data: Data): Data => ({
  ...data,
  matches: eachMatch(data['matches'], { matchedBirthDate: null }),
})

/** Earlier versions took a search without a result for one that had found nothing. */
const withResult = (data: Data): Data => ({ ...data, hasResult: true })

const eachMatch = (lists: unknown, missing: Data): unknown =>
  Check(EarlierMatches, lists)
    ? Object.fromEntries(
        Object.entries(lists).map(([name, matches]) => [
          name,
          matches.map((match) => ({ ...match, ...missing })),
        ]),
      )
    : lists

const EarlierMatches = Type.Record(
  Type.String(),
  Type.Array(Type.Record(Type.String(), Type.Unknown())),
)

export const sanctionCheckEvents = eventFamily(
  'sanctionCheck',
  {
    SanctionsChecked: sanctionsChecked,
    /** A list had changed, and the customer matches what is new in it. */
    CustomerRescreened: { ...sanctionsChecked, source: publicField(oneOf('rescreening')) },
  },
  {
    SanctionsChecked: [withoutExplanations, withoutMatchedDates, withResult],
    CustomerRescreened: [withoutMatchedDates, withResult],
  },
)

export type SanctionCheckEvent = EventOf<typeof sanctionCheckEvents>
