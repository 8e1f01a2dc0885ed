import { type Static, type TSchema, Type } from 'typebox'
import { Check } from 'typebox/value'
import { boundedMatches, type Match } from '#command/sanction-checks/bounded-matches.ts'
import { flag, instant, recordId, text } from '#kernel/contract/fields.ts'
import { freeJson } from '#kernel/contract/free-json.ts'
import { keyHolder, personRefOf } from '#kernel/domain/person-name.ts'
import { sanctionCheckEvents } from '#kernel/events/sanction-check.ts'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { companyStream } from '#kernel/platform/recording/key-streams.ts'
import { complete } from '../complete.ts'
import { derived, identityNumber, optional, withDefault } from '../fields.ts'
import { lineKind } from '../kind.ts'

const createdElsewhere = 'is a check that was made through the API'
const MAX_MATCHES = 50
const count = () => Type.Integer({ minimum: 0, maximum: 2_147_483_647 })
const countOfMatches = () => derived(count(), 'the number of matches in the line')
/** A row of the panel's, kept whole. */
const Row = Type.Record(Type.String(), Type.Unknown(), freeJson())
const rows = () => withDefault(Type.Array(Row, { maxItems: MAX_MATCHES }), [])

const Matches = Type.Object({ masak: rows(), wanted: rows(), pep: rows() })
const Summary = Type.Object({
  masakCount: countOfMatches(),
  wantedCount: countOfMatches(),
  pepCount: countOfMatches(),
  hasCustomer: withDefault(flag(), false),
  customerEventCount: withDefault(count(), 0),
})

const Options = Type.Object({
  wantedQuery: withDefault(flag(), true),
  pepQuery: withDefault(flag(), true),
})

const SanctionCheck = Type.Object({
  companyId: recordId(),
  id: recordId(),
  checkedAt: instant(),
  idNo: optional(identityNumber()),
  fullName: optional(text()),
  surname: optional(text()),
  options: optional(Options),
  isError: withDefault(flag(), false),
  summary: optional(Summary),
  matches: optional(Matches),
})

type Line = Static<typeof SanctionCheck>

export const sanctionCheck = lineKind(sanctionCheckEvents)({
  kind: 'sanctionCheck',
  schema: SanctionCheck,
  target: ({ companyId, id }) => ({
    companyId,
    stream: `sanctionCheck-${id}`,
    namedBy: 'id',
    createdElsewhere,
    refersTo: { companyId: companyStream(companyId) },
  }),
  sealedFor: ({ idNo }) => ({ purpose: 'fiscal', person: keyHolder(idNo) }),
  event: (data, previous, { vault }) => {
    if (previous?.data.source === 'api') {
      throw new CommandError(`id: ${createdElsewhere}`)
    }
    const found = foundBy(data)
    return {
      type: 'SanctionsChecked',
      data: {
        checkId: data.id,
        source: 'panel',
        personRef: personRefOf(vault, data.companyId, data.idNo ?? null),
        checkedAt: data.checkedAt,
        ...complete(Options, data.options ?? {}),
        isError: data.isError,
        lists: [],
        ...found,
        hasResult: hasResult(data, found),
        customerId: null,
        threshold: null,
        method: null,
        query: {
          idNo: data.idNo ?? null,
          fullName: data.fullName ?? null,
          surname: data.surname ?? null,
        },
      },
    }
  },
})

/** A search that names neither an error, nor counts, nor matches says nothing of the person. */
const hasResult = (
  { isError, summary }: Line,
  { masakCount, wantedCount, pepCount }: ReturnType<typeof foundBy>,
) => isError || summary !== undefined || masakCount + wantedCount + pepCount > 0

function foundBy({ summary = {}, matches = {} }: Line) {
  const { masak, wanted, pep } = complete(Matches, matches)
  return {
    masakCount: masak.length,
    wantedCount: wanted.length,
    pepCount: pep.length,
    ...complete(Summary, summary),
    matches: boundedMatches({
      masak: masak.map(matchOf),
      wanted: wanted.map(matchOf),
      pep: pep.map(matchOf),
    }),
  }
}

type GivenRow = Readonly<Record<string, unknown>>

/** The panel's rows have shapes of their own: what is named as ours is, is taken; the row itself is kept whole. */
function matchOf(row: GivenRow): Match {
  const textAt = (name: string) => valueAt(row, name, Type.String())
  return {
    listVersion: textAt('listVersion'),
    entryId: textAt('entryId'),
    name: textAt('name'),
    aliases: valueAt(row, 'aliases', Type.Array(Type.String())) ?? [],
    idNo: textAt('idNo'),
    birthDate: textAt('birthDate'),
    nationality: textAt('nationality'),
    program: textAt('program'),
    reason: textAt('reason'),
    score: valueAt(row, 'score', Score)?.toFixed(3) ?? null,
    matchedOn: valueAt(row, 'matchedOn', MatchedOn),
    matchedName: textAt('matchedName'),
    matchedBirthDate: textAt('matchedBirthDate'),
    record: valueAt(row, 'record', Row) ?? { ...row },
    explanation: null,
  }
}

const Score = Type.Number({ minimum: 0, maximum: 1 })
const MatchedOn = Type.Enum(['idNo', 'name', 'alias'])

function valueAt<Schema extends TSchema>(
  row: GivenRow,
  name: string,
  schema: Schema,
): Static<Schema> | null {
  const value = row[name]
  return Check(schema, value) ? value : null
}
