import { done, found, type Known, part, type Statement, textValue } from './session.ts'
import { emptyTables, type Row, type State } from './state.ts'
import { isKeptOut, seenRows } from './tables.ts'

/** Changes schemas, unless somebody else keeps one of them. */
function changeSchemas(statement: Statement, change: (state: State) => State) {
  const { server, session } = statement
  server.change(session, change(server.seen(session)))
  return done
}

const without = (state: State, schema: string) => state.delete(schema)

/** The renamings of a switch, one after the other. */
function rename(statement: Statement) {
  const renamings = [...statement.text.matchAll(/alter schema (\w+) rename to (\w+)/g)]
  return changeSchemas(statement, (before) =>
    renamings.reduce((state, [, from = '', to = '']) => {
      const tables = state.get(from)
      if (tables === undefined) throw new Error(`there is no schema ${from}`)
      if (state.has(to)) throw new Error(`there is a schema ${to}`)
      return state.delete(from).set(to, tables)
    }, before),
  )
}

/** Keeps writers of the schema out, and readers of a snapshot, until the transaction ends. */
function lock(statement: Statement, schema: string, isAgainstReaders: boolean) {
  const { server, session } = statement
  const isRead = server
    .sessions()
    .some((other) => other !== session && other.snapshot?.has(schema) === true)
  if (isKeptOut(statement, schema) || (isAgainstReaders && isRead)) return 'blocked'
  session.holds.add(schema)
  return done
}

function raiseEpoch(statement: Statement) {
  const { server, session } = statement
  const [serving, previous] = [part(statement, 1), part(statement, 2)]
  const epochs = [...seenRows(statement, previous, 'checkpoint').values()].map(epochOf)
  const highest = epochs.reduce((most, each) => (each > most ? each : most), 0n)
  const raised = seenRows(statement, serving, 'checkpoint').map((row): Row => {
    const own = epochOf(row)
    return Object.assign({}, row, { epoch: String(1n + (own > highest ? own : highest)) })
  })
  const tables = (server.seen(session).get(serving) ?? emptyTables).set('checkpoint', raised)
  server.change(session, server.seen(session).set(serving, tables))
  return done
}

const epochOf = ({ epoch }: Row) => BigInt(String(epoch))

/** Statements about schemas as a whole, and the locks of a transaction. */
export const schemaStatements: readonly Known[] = [
  [
    /^do \$\$ begin if to_regnamespace\('(\w+)'\)/,
    (statement) =>
      changeSchemas(statement, (state) =>
        state.has(part(statement, 1)) ? state : state.set(part(statement, 1), emptyTables.clear()),
      ),
  ],
  [
    /^do \$\$ declare each record;.*relnamespace = to_regnamespace\('(\w+)'\)/,
    (statement) =>
      changeSchemas(statement, (state) => state.set(part(statement, 1), emptyTables.clear())),
  ],
  [
    /^create table (\w+)\.schema_version \(/,
    (statement) => changeSchemas(statement, (state) => state.set(part(statement, 1), emptyTables)),
  ],
  [
    /^drop schema if exists (\w+) cascade$/,
    (statement) => changeSchemas(statement, (state) => without(state, part(statement, 1))),
  ],
  [/^alter schema \w+ rename to/, rename],
  [
    /^update (\w+)\.checkpoint set epoch = 1 \+ greatest\(epoch, \(select max\(epoch\) from (\w+)\.checkpoint\)\)$/,
    raiseEpoch,
  ],
  [
    /^select 1 from pg_namespace where nspname = \$1$/,
    ({ server, session, ...statement }) =>
      found(server.seen(session).has(textValue(statement, 1)) ? [{}] : []),
  ],
  [
    /^select to_jsonb\(writer\) -> 'projectors' as written from (\w+)\.schema_version/,
    (statement) =>
      found(
        [...seenRows(statement, part(statement, 1), 'schema_version').values()].map(
          ({ projectors }) => ({ written: projectors ?? null }),
        ),
      ),
  ],
  [
    /^select to_regprocedure\('.*'\) is not null as isPrepared$/,
    () => found([{ isPrepared: false }]),
  ],
  [
    /^lock table (\w+)\.checkpoint in exclusive mode$/,
    (statement) => lock(statement, part(statement, 1), false),
  ],
  [
    /^lock table (\w+)\.\w+(?:, \w+\.\w+)* in share update exclusive mode$/,
    (statement) => lock(statement, part(statement, 1), false),
  ],
  [
    /^set local lock_timeout = '(\w+)'; set local statement_timeout = '\w+'; lock table (\w+)\..* in access exclusive mode;/,
    (statement) => {
      statement.session.settings.set('lock_timeout', part(statement, 1))
      return lock(statement, part(statement, 2), true)
    },
  ],
  [
    /^select format\('%I\.%I', schemaname, tablename\) as name from pg_tables where schemaname = \$1/,
    (statement) => {
      const schema = textValue(statement, 1)
      const tables = statement.server.seen(statement.session).get(schema)
      return found(
        [...(tables?.keys() ?? [])].toSorted().map((name) => ({ name: `${schema}.${name}` })),
      )
    },
  ],
  [/^select distinct format\('%s \(%s/, () => found([])],
  // Indexes, statistics and the counts of lists are not simulated.
  [/^set maintenance_work_mem/, () => done],
  [/^create index/, () => done],
  [/^select 1 from pg_trigger where/, () => found([])],
  [/^vacuum \(analyze\)/, () => done],
  [/^analyze/, () => done],
]
