import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { fold } from '#kernel/domain/turkish-text.ts'
import { customers } from '#kernel/records/customers.ts'
import type { CompanyRows } from './company-rows.ts'
import { all, rowsOf } from './conditions.ts'
import { countCte } from './list-counts.ts'
import { allOf, containing, ofIdNo } from './list-query.ts'
import { idsOf } from './page.ts'

interface CustomersNamed {
  /** Holds for the newest account of exactly that name, and for the newest one that contains it. */
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
  const newest = { orderBy: ['updated_at'], direction: 'desc', pageSize: 1 } as const
  const others = idNo === undefined ? [] : [ofIdNo(idNo)]
  const ofNumber = { ...allOf(customers), ...newest, others }
  const query = { rows, ...containing(ofNumber, 'name_folded', name) }
  const exact = [
    sql<SqlBool>`md5(name_folded)::uuid = md5(${folded})::uuid`,
    sql<SqlBool>`name_folded = ${folded}`,
    ...query.others,
  ]
  return {
    isCandidate: sql<SqlBool>`id in (
      (select id from ${rowsOf(query)} where ${all(exact)} order by updated_at desc, id desc limit 1)
      union all (${idsOf(query)}))`,
    run: <Row>(asked: Expression<Row>) => rows.run(sql<Row>`with ${countCte(query, 1)} ${asked}`),
  }
}
