import { isDeepStrictEqual } from 'node:util'
import { found, type Known, part, type Statement, textValue } from './session.ts'
import { definitionOf, type Row } from './state.ts'
import { seenRows } from './tables.ts'

const BOOKKEEPING = new Set(['checkpoint', 'schema_version', 'parked_event'])

interface Pair {
  readonly one: Row | undefined
  readonly two: Row | undefined
}

/** The rows of two schemas by their keys. */
function pairsOf(statement: Statement): readonly Pair[] {
  const [, one = '', table = '', two = ''] =
    /from (\w+)\.(\w+) as one full join (\w+)\.\w+ as two/.exec(statement.text) ?? []
  const [first, second] = [seenRows(statement, one, table), seenRows(statement, two, table)]
  const keys = new Set([...first.keys(), ...second.keys()])
  return [...keys].map((key) => ({ one: first.get(key), two: second.get(key) }))
}

const kindOf = ({ one, two }: Pair) => {
  if (one === undefined) return 'missing'
  if (two === undefined) return 'surplus'
  return isDeepStrictEqual(one, two) ? 'same' : 'changed'
}

function columnsOf(statement: Statement) {
  const { server, session } = statement
  const [schemas, tables] = [1, 2].map((number) => textValue(statement, number).split('.'))
  const table = schemas?.[1] ?? ''
  const seen = server.seen(session)
  const isInBoth = [schemas?.[0], tables?.[0]].every((schema) => seen.get(schema ?? '')?.has(table))
  const { columns, key } = definitionOf(table)
  return found(
    Object.keys(columns).map((name) => ({
      name,
      count: isInBoth ? 2 : 1,
      key: key.includes(name),
    })),
  )
}

/** What a comparison of two schemas asks. The counts of lists are not simulated: they always agree. */
export const compareStatements: readonly Known[] = [
  [
    /^select distinct tablename::text as name from pg_tables where schemaname in \(\$1, \$2\)/,
    (statement) => {
      const seen = statement.server.seen(statement.session)
      const names = [1, 2].flatMap((number) =>
        Array.from(seen.get(textValue(statement, number))?.keys() ?? []),
      )
      const compared = [...new Set(names)].filter((name) => !BOOKKEEPING.has(name)).toSorted()
      return found(compared.map((name) => ({ name })))
    },
  ],
  [/^select attname as name, count\(\*\)/, columnsOf],
  [
    /^select count\(one\.\w+\) as rows,/,
    (statement) => {
      const kinds = pairsOf(statement).map(kindOf)
      const count = (kind: string) => String(kinds.filter((each) => each === kind).length)
      const rows = String(kinds.filter((kind) => kind !== 'missing').length)
      return found([
        { rows, missing: count('missing'), surplus: count('surplus'), changed: count('changed') },
      ])
    },
  ],
  [
    /^select array\[coalesce\(one\.(\w+),/,
    (statement) =>
      found(
        pairsOf(statement)
          .filter((pair) => kindOf(pair) !== 'same')
          .slice(0, 3)
          .map((pair) => ({
            key: [String((pair.one ?? pair.two)?.[part(statement, 1)])],
            kind: kindOf(pair),
            columns: Object.keys({ ...pair.one }).filter(
              (name) => !isDeepStrictEqual(pair.one?.[name], pair.two?.[name]),
            ),
          })),
      ),
  ],
  [
    /^select count\(kept\.n\) as rows,/,
    () => found([{ rows: '0', missing: '0', surplus: '0', changed: '0' }]),
  ],
  [/^select array\[.*where kept\.n is distinct from counted\.n/, () => found([])],
  [
    /^begin isolation level repeatable read read only;.* select 1 from (\w+)\.checkpoint$/,
    ({ server, session }) => {
      server.begin(session)
      session.snapshot = server.seen(session)
      return found([{}])
    },
  ],
]
