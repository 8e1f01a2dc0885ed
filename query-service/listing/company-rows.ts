import {
  AliasNode,
  type CompiledQuery,
  type FromNode,
  IdentifierNode,
  type JoinNode,
  type Kysely,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type RawBuilder,
  sql,
  TableNode,
} from 'kysely'
import type { Caller } from '#kernel/platform/http/route.ts'
import { READ_MODEL } from '#kernel/records/read-model.ts'
import type { ReadDatabase } from '#projections/database.ts'

export type CompanyTables = Omit<ReadDatabase, 'checkpoint'>

/** The rows of one company. Queries that start here see no others, not even in joins and subqueries. */
export interface CompanyRows extends Pick<Kysely<CompanyTables>, 'selectFrom'> {
  /** The company's rows of a table or of its list counts, as a source for raw SQL. */
  readonly part: (table: string) => RawBuilder<unknown>
  /** Runs raw SQL over such sources. */
  readonly run: <Row>(statement: RawBuilder<Row>) => Promise<readonly Row[]>
  /** The same for a statement that is compiled and planned once, for all companies and values. */
  readonly runMadeOnce: <Row>(statement: MadeOnce<Row>) => Promise<readonly Row[]>
}

/** A statement that differs between requests only in the company and in one value. */
export interface MadeOnce<Row> {
  /** Of all that its text depends on. */
  readonly name: string
  readonly value: unknown
  readonly statementOf: (rows: CompanySources, value: RawBuilder<unknown>) => RawBuilder<Row>
}

/** The rows of a company as parts of a statement. */
export type CompanySources = Pick<CompanyRows, 'selectFrom' | 'part'>

/** Access to the read models for one caller. */
export type RowsOf = (caller: Pick<Caller, 'companyId'>) => CompanyRows

export const companyRows = (
  database: Kysely<ReadDatabase>,
  plannedOnce: Kysely<ReadDatabase> = database,
): RowsOf => {
  const tables = database.$omitTables<'checkpoint'>()
  const runMadeOnce = madeOnce(plannedOnce, sourcesOf(tables, COMPANY))
  return ({ companyId }) => ({
    ...sourcesOf(tables, companyId),
    run: async (statement) => (await statement.execute(tables)).rows,
    runMadeOnce: (statement) => runMadeOnce(statement, companyId),
  })
}

function sourcesOf(tables: Kysely<CompanyTables>, companyId: Company): CompanySources {
  const ofCompany = tables.withPlugin(onlyOf(companyId))
  return {
    selectFrom: ofCompany.selectFrom.bind(ofCompany),
    part: (table) => partOf(table, companyId),
  }
}

/** In a compiled statement, in place of each request's own. */
const COMPANY = Symbol('company')
const VALUE = Symbol('value')

type Company = string | typeof COMPANY

function madeOnce(database: Kysely<ReadDatabase>, ofAnyCompany: CompanySources) {
  const known = new Map<string, CompiledQuery>()

  function compiled<Row>({ name, statementOf }: MadeOnce<Row>): CompiledQuery {
    const query = known.get(name) ?? statementOf(ofAnyCompany, sql`${VALUE}`).compile(database)
    known.set(name, query)
    return query
  }

  return async <Row>(statement: MadeOnce<Row>, companyId: string): Promise<readonly Row[]> => {
    const own = new Map<unknown, unknown>([
      [COMPANY, companyId],
      [VALUE, statement.value],
    ])
    const query = compiled(statement)
    const parameters = query.parameters.map((one) => (own.has(one) ? own.get(one) : one))
    return (await database.executeQuery<Row>({ ...query, parameters })).rows
  }
}

const partOf = (table: string, companyId: Company) =>
  sql`(select * from ${sql.table(`${READ_MODEL}.${table}`)} where company_id = ${companyId})`

/** Replaces each table of a query by the company's rows of it. */
function onlyOf(companyId: Company): KyselyPlugin {
  const transformer = new CompanyTransformer(companyId)
  return {
    transformQuery: ({ node }) => transformer.transformNode(node),
    transformResult: async ({ result }) => result,
  }
}

class CompanyTransformer extends OperationNodeTransformer {
  readonly #companyId: Company

  constructor(companyId: Company) {
    super()
    this.#companyId = companyId
  }

  protected override transformFrom(node: FromNode): FromNode {
    const { froms, ...rest } = super.transformFrom(node)
    return { ...rest, froms: froms.map((source) => this.#companyPart(source)) }
  }

  protected override transformJoin(node: JoinNode): JoinNode {
    const { table, ...rest } = super.transformJoin(node)
    return { ...rest, table: this.#companyPart(table) }
  }

  #companyPart(source: OperationNode): OperationNode {
    if (AliasNode.is(source) && TableNode.is(source.node)) {
      return AliasNode.create(this.#partOf(source.node), source.alias)
    }
    if (!TableNode.is(source)) return source
    return AliasNode.create(this.#partOf(source), IdentifierNode.create(nameOf(source)))
  }

  #partOf(table: TableNode) {
    return partOf(nameOf(table), this.#companyId).toOperationNode()
  }
}

const nameOf = ({ table }: TableNode) => table.identifier.name
