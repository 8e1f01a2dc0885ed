import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { fold } from '#kernel/domain/turkish-text.ts'
import type { CompanyRows } from './company-rows.ts'
import { type Condition, containing, ofRow } from './conditions.ts'
import { idsOf } from './ids.ts'
import { all, questionOf, rowsOf } from './question.ts'
import { told } from './totals.ts'

interface Named {
  /** Holds for the newest one of exactly that name, and for the newest one with it in the name. */
  readonly isCandidate: RawBuilder<SqlBool>
  /** Carries out a query in which that is asked. */
  readonly run: <Row>(query: Expression<Row>) => Promise<readonly Row[]>
}

/** Customers by name, and by number where it is given. */
export function named(rows: CompanyRows, name: string, idNo: string | undefined): Named {
  const folded = fold(name)
  const number: readonly Condition[] = ofRow(idNo, (given) => sql<SqlBool>`id_no = ${given}`)
  const source = { rows, table: 'customer', text: 'name_folded' } as const
  const question = questionOf(source, [...number, ...containing(name)])
  const exact = [
    sql<SqlBool>`md5(name_folded)::uuid = md5(${folded})::uuid`,
    sql<SqlBool>`name_folded = ${folded}`,
    ...question.others,
  ]
  const newest = { orderBy: ['updated_at'], direction: 'desc', page: 1, pageSize: 1 } as const
  return {
    isCandidate: sql<SqlBool>`id in (
      (select id from ${rowsOf(source)} where ${all(exact)} order by updated_at desc, id desc limit 1)
      union all (${idsOf(question, newest)}))`,
    run: <Row>(query: Expression<Row>) => rows.run(sql<Row>`${told(question, 1)} ${query}`),
  }
}
