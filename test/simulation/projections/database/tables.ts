import { schemasOf } from '#kernel/records/schemas.ts'
import { changed, done, found, type Known, part, type Statement, textValue } from './session.ts'
import { definitionOf, hasTables, keyOf, type Row, rowsOf, sortedBy, withRows } from './state.ts'
import { elementsOf, valueOf } from './values.ts'

export const seenRows = ({ server, session }: Statement, schema: string, table: string) =>
  rowsOf(server.seen(session), schema, table)

/** Whether another session keeps the writers of a schema out. */
export const isKeptOut = ({ server, session }: Statement, schema: string): boolean =>
  server.sessions().some((other) => other !== session && other.holds.has(schema))

function put(statement: Statement, schema: string, table: string, rows: readonly Row[]) {
  const { server, session } = statement
  const all = seenRows(statement, schema, table).withMutations((known) => {
    for (const row of rows) known.set(keyOf(table, row), row)
  })
  server.change(session, withRows(server.seen(session), schema, table, all))
}

const names = (list: string) => list.split(',').map((name) => name.trim())

function load(statement: Statement) {
  const [columns, schema, table] = [1, 2, 3].map((number) => part(statement, number))
  const lists = statement.values.map((each) => (Array.isArray(each) ? each : []))
  const keys = (lists[0] ?? []).map((_, index) =>
    lists.map((list) => String(list[index])).join(' '),
  )
  const rows = seenRows(statement, schema ?? '', table ?? '')
  const wanted = names(columns ?? '')
  return found(
    [...new Set(keys)].flatMap((key) => {
      const row = rows.get(key)
      return row === undefined ? [] : [Object.fromEntries(wanted.map((name) => [name, row[name]]))]
    }),
  )
}

/** Ids by other columns, the newest ones first where there is a limit. */
function search(statement: Statement) {
  const { values, parts } = statement
  const [schema, table, conditions = ''] = [1, 2, 3].map((number) => part(statement, number))
  const columns = conditions.split(' or ').map((each) => each.split(' ')[0] ?? '')
  const limit = parts[4] === undefined ? undefined : Number(parts[4])
  const [companies = [], wanted = []] = values.map((each) => (Array.isArray(each) ? each : []))
  const all = [...seenRows(statement, schema ?? '', table ?? '').values()]
  return found(
    companies.flatMap((company, index) => {
      const rows = all
        .filter((row) => row['company_id'] === company)
        .filter((row) => columns.some((column) => row[column] === wanted[index]))
        .toSorted((one, other) =>
          Number(BigInt(String(other['updated_at'])) - BigInt(String(one['updated_at']))),
        )
        .slice(0, limit)
      const ids = rows.map(({ id }) => id)
      return ids.length === 0 ? [] : [{ company_id: company, value: wanted[index], ids }]
    }),
  )
}

const INSERTION = /insert into (\w+)\.(\w+) \(([^)]*)\) select .*? from unnest\(\$(\d+)::/g

/** The one statement that writes a batch: the checkpoint moves, or nothing is written. */
function moveCheckpoint(statement: Statement) {
  const { text, values, session, server } = statement
  const [schema, conditions] = [1, 2].map((number) => part(statement, number))
  if (schema === undefined || conditions === undefined) return done
  if (isKeptOut(statement, schema)) return 'blocked'
  const checkpoints = seenRows(statement, schema, 'checkpoint')
  const row = checkpoints.get(textValue(statement, 1))
  if (row === undefined || !conditions.split(' and ').every((each) => holds(each, row, statement)))
    return changed(0)
  const last = values[4]
  const moved = {
    ...row,
    position: textValue(statement, 3),
    last_event: typeof last === 'string' ? JSON.parse(last) : row['last_event'],
  }
  put(statement, schema, 'checkpoint', [moved])
  for (const [, into = '', table = '', list = '', first = ''] of text.matchAll(INSERTION)) {
    put(statement, into, table, savedRows(table, names(list), values.slice(Number(first) - 1)))
  }
  server.observe({
    kind: 'move',
    session,
    schema,
    checkpoint: textValue(statement, 1),
    holdsLock: true,
  })
  server.notify(session, `${schema}_progress`, moved.position)
  return found([{ pg_notify: '' }])
}

function holds(condition: string, row: Row, statement: Statement): boolean {
  const [, column = '', number = ''] = /^(\w+) = \$(\d)(?:::bigint)?$/.exec(condition.trim()) ?? []
  if (column === '') throw new Error(`the simulated database does not know: ${condition}`)
  return String(row[column]) === textValue(statement, Number(number))
}

function savedRows(table: string, columns: readonly string[], values: readonly unknown[]) {
  const types = definitionOf(table).columns
  const lists = columns.map((name, index) =>
    elementsOf(String(values[index])).map((text) => valueOf(types[name]?.type ?? '', text)),
  )
  return (lists[0] ?? []).map(
    (_, row): Row => Object.fromEntries(columns.map((name, index) => [name, lists[index]?.[row]])),
  )
}

function beginTerm(statement: Statement) {
  const { session, server } = statement
  const schema = part(statement, 1)
  if (isKeptOut(statement, schema)) return 'blocked'
  const name = textValue(statement, 1)
  const row = seenRows(statement, schema, 'checkpoint').get(name)
  if (row === undefined) return changed(0)
  const begun = { ...row, epoch: String(BigInt(String(row['epoch'])) + 1n) }
  put(statement, schema, 'checkpoint', [begun])
  const holders = server.advisory.holders(`sarraf.projection.${schema}`)
  server.observe({
    kind: 'term',
    session,
    schema,
    checkpoint: name,
    holdsLock: holders.includes(session),
  })
  return found([begun])
}

const SERVING = schemasOf('read_model').serving

/** The statements of a leader and of a builder. */
export const tableStatements: readonly Known[] = [
  [/^select ([\w, ]+) from (\w+)\.(\w+) join unnest\(/, load],
  [
    /^select wanted\.company_id, wanted\.value, array_agg.* from (\w+)\.(\w+) where company_id = wanted\.company_id and \(((?:\w+ = wanted\.value(?: or )?)+)\)(?: order by updated_at desc limit (\d+))? \)/,
    search,
  ],
  [
    /^with first as \(update (\w+)\.checkpoint set position = \$3::bigint, last_event = coalesce\(\$5::jsonb, last_event\) where (.*?) returning position as reached\).* select pg_notify\('\w+', reached::text\) from first$/,
    moveCheckpoint,
  ],
  [/^update (\w+)\.checkpoint set epoch = epoch \+ 1 where name = \$1 returning/, beginTerm],
  [
    /^select position::text, last_event from (\w+)\.checkpoint$/,
    (statement) => found([...seenRows(statement, part(statement, 1), 'checkpoint').values()]),
  ],
  [
    /^select distinct on \(\w+\) .* from (\w+)\.parked_event/,
    (statement) => {
      if (seenRows(statement, part(statement, 1), 'parked_event').size > 0)
        throw new Error('nothing is parked in the simulation')
      return found([])
    },
  ],
  [
    /^select to_regclass\(\$1\) is not null as found$/,
    (statement) => {
      const [schema = SERVING] = textValue(statement, 1).split('.')
      return found([{ found: hasTables(statement.server.seen(statement.session), schema) }])
    },
  ],
  [
    /^select version from (\w+)\.schema_version order by version$/,
    (statement) =>
      found(
        sortedBy(seenRows(statement, part(statement, 1), 'schema_version').values(), 'version'),
      ),
  ],
  [
    /^insert into (\w+)\.schema_version select \* from jsonb_populate_record/,
    (statement) => {
      const besides = Array.isArray(statement.values[1]) ? statement.values[1] : []
      const there = seenRows(statement, part(statement, 1), 'schema_version')
      if (there.some(({ version }) => !besides.includes(version))) return done
      const given: Row = { ...Object(statement.values[0]) }
      put(statement, part(statement, 1), 'schema_version', [given])
      return done
    },
  ],
  [
    /^insert into (\w+)\.checkpoint values \(\$1, 0, 0, null\)$/,
    (statement) => {
      const row = { name: textValue(statement, 1), position: '0', epoch: '0', last_event: null }
      put(statement, part(statement, 1), 'checkpoint', [row])
      return changed(1)
    },
  ],
]
