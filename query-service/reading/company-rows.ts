import {
  AliasNode,
  type FromNode,
  IdentifierNode,
  type JoinNode,
  type Kysely,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type SelectQueryBuilder,
  sql,
  TableNode,
} from 'kysely'
import type { Caller } from '#kernel/platform/http/route.ts'
import type { ReadDatabase } from '#projections/database.ts'

export type CompanyTables = Omit<ReadDatabase, 'checkpoint'>

/** The rows of one company; no query that starts here, joins and subqueries included, sees others. */
export type CompanyRows = Pick<Kysely<CompanyTables>, 'selectFrom'>

/** A query over one table of a company. */
export type CompanyQuery<Table extends keyof CompanyTables, Row> = SelectQueryBuilder<
  CompanyTables,
  Table,
  Row
>

/** How modules reach the read models: by whom they serve. */
export type RowsOf = (caller: Caller) => CompanyRows

export const companyRows = (database: Kysely<ReadDatabase>): RowsOf => {
  const tables = database.$omitTables<'checkpoint'>()
  return ({ companyId }) => tables.withPlugin(onlyOf(companyId))
}

/** Puts that company's part of a table wherever a query names the table as a source. */
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
    const whole = sql.table(`read_model.${nameOf(table)}`)
    return sql`(select * from ${whole} where company_id = ${this.#companyId})`.toOperationNode()
  }
}

const nameOf = ({ table }: TableNode) => table.identifier.name
