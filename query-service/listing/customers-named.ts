import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { fold } from '#kernel/domain/turkish-text.ts'
import { strictestFirst } from '#kernel/platform/database/strictest-first.ts'
import { customers } from '#kernel/records/customers.ts'
import type { CompanyRows } from './company-rows.ts'
import { all, rowsOf } from './conditions.ts'
import { countCte } from './list-counts.ts'
import { allOf, containing, ofIdNo } from './list-query.ts'
import { idsOf, orderOf } from './page.ts'

interface CustomersNamed {
  /** Holds for the strictest account of exactly that name, and for the strictest one that contains it. */
  readonly isCandidate: RawBuilder<SqlBool>
  /** Runs a query with the condition. */
  readonly run: <Row>(query: Expression<Row>) => Promise<readonly Row[]>
}

/** Customers by name, and by identity number if it is given. */
export function customersNamed(
  rows: CompanyRows,
  name: string,
  idNo: string | undefined,
): CustomersNamed {
  const folded = fold(name)
  const strictest = {
    orderBy: ['record_level', 'id_no', 'created_date'],
    order: strictestFirst(idNo),
    pageSize: 1,
  }
  const others = idNo === undefined ? [] : [ofIdNo(idNo)]
  const ofNumber = { ...allOf(customers), ...strictest, others }
  const query = { rows, ...containing(ofNumber, 'name_folded', name) }
  const exact = [
    sql<SqlBool>`md5(name_folded)::uuid = md5(${folded})::uuid`,
    sql<SqlBool>`name_folded = ${folded}`,
    ...query.others,
  ]
  return {
    isCandidate: sql<SqlBool>`id in (
      (select id from ${rowsOf(query)} where ${all(exact)} ${orderOf(query)} limit 1)
      union all (${idsOf(query)}))`,
    run: <Row>(asked: Expression<Row>) => rows.run(sql<Row>`with ${countCte(query, 1)} ${asked}`),
  }
}
