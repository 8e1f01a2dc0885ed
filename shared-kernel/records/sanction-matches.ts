import { type Static, Type } from 'typebox'
import { described } from './described.ts'
import { nullableText, oneOf, orNull } from './field.ts'

export const SANCTION_LISTS = ['masak', 'wanted', 'pep'] as const

const Explanation = Type.Object(
  {
    name: Type.Number({ description: 'The score of the name alone, from 0 to 1.' }),
    parts: described(
      Type.Array(
        Type.Object(
          {
            query: described(
              nullableText,
              'The part of the name that was searched for; null where it has none.',
            ),
            entry: described(nullableText, 'The part of the listed name; null where it has none.'),
            how: described(Type.String(), 'Why two parts are taken for one, or `leftOver`.'),
            weight: described(
              Type.Number(),
              'How much the part counts in the score; a rare one counts more.',
              10,
            ),
          },
          { title: 'MatchPart' },
        ),
      ),
      'Which parts of the two names were taken for which, and what was left over.',
      [
        { query: 'ayse', entry: 'ayse', how: 'same', weight: 1 },
        { query: 'yilmaz', entry: 'yilmaz', how: 'same', weight: 1 },
      ],
    ),
    facts: described(
      Type.Array(
        Type.Object(
          {
            fact: described(Type.String(), 'What was compared besides the name.', 'birthYear'),
            agrees: described(Type.Boolean(), 'Whether both sides say the same.', true),
            effect: described(Type.Number(), 'What the score is multiplied by.'),
          },
          { title: 'MatchFact' },
        ),
      ),
      'What is known of both sides besides their names. The score is that of the name times every effect.',
    ),
  },
  { title: 'MatchExplanation' },
)

const ListMatch = Type.Object(
  {
    list: described(oneOf(...SANCTION_LISTS).schema, 'The list of the match.'),
    listVersion: described(
      nullableText,
      'Version of the list: the day of its import and the beginning of its file’s SHA-256.',
      '2026-11-19-3f2c1a4e9b7d',
    ),
    entryId: described(nullableText, 'Id of the entry in its list.', 'MASAK-1042'),
    name: described(nullableText, 'The entry’s main name.', 'AYŞE YILMAZ'),
    aliases: described(Type.Array(Type.String()), 'Other names on the list.', ['AYSE YILMAZ']),
    idNo: described(nullableText, 'The entry’s identity number.', null),
    birthDate: described(
      nullableText,
      'The entry’s day or year of birth, as listed.',
      '1981-02-05',
    ),
    nationality: described(nullableText, 'The entry’s nationality, as listed.', 'TR'),
    program: described(nullableText, 'The sanctions programme, as listed.', 'MASAK 6415'),
    reason: described(nullableText, 'Why it is listed, as listed.', 'Malvarlığının dondurulması'),
    score: described(
      Type.Union([Type.Number(), Type.Null()]),
      'From 0 to 1; 1 also for an equal identity number.',
    ),
    matchedOn: described(
      orNull(oneOf('idNo', 'name', 'alias')).schema,
      'The field that matched.',
      'name',
    ),
    matchedName: described(nullableText, 'The listed name that matched.', 'AYŞE YILMAZ'),
    matchedBirthDate: described(
      nullableText,
      'Of the listed dates of birth the one that was compared; null where none was, as in a match by number.',
      '1981-02-05',
    ),
    record: described(
      Type.Record(Type.String(), Type.Unknown()),
      'The list’s own row, in at most 4 KiB.',
      { 'ADI SOYADI': 'Ayşe Yılmaz' },
    ),
    explanation: described(
      Type.Union([Explanation, Type.Null()]),
      'Why the name matches; null for a match by identity number.',
    ),
  },
  { title: 'SanctionMatch' },
)
type Match = Static<typeof ListMatch>

export const CheckMatches = Type.Object(
  {
    masak: described(Type.Array(ListMatch), 'Matches in the MASAK list.'),
    wanted: described(Type.Array(ListMatch), 'Matches in the list of wanted persons.', []),
    pep: described(
      Type.Array(ListMatch),
      'Matches in the list of politically exposed persons.',
      [],
    ),
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
