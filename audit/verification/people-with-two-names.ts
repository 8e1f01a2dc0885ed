import { sql } from 'kysely'
import { tablesOfPeople } from '#kernel/records/records.ts'
import type { AuditedTables } from '../audited-system.ts'

const MOST_NAMED = 100

/** A person whose records stand under several pseudonyms. */
export interface PersonWithTwoNames {
  readonly companyId: string
  readonly personRefs: readonly string[]
}

export interface PeopleWithTwoNames {
  readonly count: number
  /** The first of them. */
  readonly people: readonly PersonWithTwoNames[]
}

/**
 * Earlier versions made a pseudonym for each spelling of a number. That is how the records were written, and no
 * difference; only numbers with another spelling than the normal one can have two.
 */
export async function peopleWithTwoNames(
  readModels: AuditedTables,
  companyId: string | null,
): Promise<PeopleWithTwoNames> {
  const ofCompany = sql<boolean>`${companyId}::text is null or company_id = ${companyId}`
  const named = tablesOfPeople
    .filter((table) => table !== 'invoice')
    .map((table) =>
      readModels
        .selectFrom(table)
        .select(['company_id', 'normal_number', 'person_ref'])
        .where(ofCompany),
    )
  const spelled = tablesOfPeople.map((table) =>
    readModels
      .selectFrom(table)
      .select(['company_id', 'normal_number'])
      .whereRef('id_no', '<>', 'normal_number')
      .where(ofCompany),
  )
  const rows = await readModels
    .with('spelled', () => spelled.reduce((all, one) => all.union(one)))
    .selectFrom(named.reduce((all, one) => all.unionAll(one)).as('named'))
    .innerJoin('spelled', (join) =>
      join
        .onRef('spelled.company_id', '=', 'named.company_id')
        .onRef('spelled.normal_number', '=', 'named.normal_number'),
    )
    .select([
      'named.company_id',
      sql<string[]>`array_agg(distinct person_ref order by person_ref)`.as('person_refs'),
      sql<number>`(count(*) over ())::int`.as('people'),
    ])
    .groupBy(['named.company_id', 'named.normal_number'])
    .having(sql<boolean>`count(distinct person_ref) > 1`)
    .orderBy('named.company_id')
    .orderBy('person_refs')
    .limit(MOST_NAMED)
    .execute()
  return {
    count: rows[0]?.people ?? 0,
    people: rows.map(({ company_id, person_refs }) => ({
      companyId: company_id,
      personRefs: person_refs,
    })),
  }
}
