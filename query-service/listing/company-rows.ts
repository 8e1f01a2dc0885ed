import {
  AliasNode,
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
  /** The same, with a plan that is made once for all companies and values. */
  readonly runPlannedOnce: <Row>(statement: RawBuilder<Row>) => Promise<readonly Row[]>
}

/** Access to the read models for one caller. */
export type RowsOf = (caller: Pick<Caller, 'companyId'>) => CompanyRows

export const companyRows = (
  database: Kysely<ReadDatabase>,
  plannedOnce: Kysely<ReadDatabase> = database,
): RowsOf => {
  const tables = database.$omitTables<'checkpoint'>()
  return ({ companyId }) => {
    const ofCompany = tables.withPlugin(onlyOf(companyId))
    return {
      selectFrom: ofCompany.selectFrom.bind(ofCompany),
      part: (table) => partOf(table, companyId),
      run: async (statement) => (await statement.execute(tables)).rows,
      runPlannedOnce: async (statement) => (await statement.execute(plannedOnce)).rows,
    }
  }
}

const partOf = (table: string, companyId: string) =>
  sql`(select * from ${sql.table(`${READ_MODEL}.${table}`)} where company_id = ${companyId})`

/** Replaces each table of a query by the company's rows of it. */
function onlyOf(companyId: string): KyselyPlugin {
  const transformer = new CompanyTransformer(companyId)
  return {
    transformQuery: ({ node }) => transformer.transformNode(node),
    transformResult: async ({ result }) => result,
  }
}

class CompanyTransformer extends OperationNodeTransformer {
  readonly #companyId: string

  constructor(companyId: string) {
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
