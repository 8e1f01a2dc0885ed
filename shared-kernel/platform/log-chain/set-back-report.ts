import type { Pool } from 'pg'
import { untilMade } from '../database/not-made-yet.ts'
import { AnotherLog } from '../event-store/event-store.ts'

type Queries = Pick<Pool, 'query'>

/** A report counts so long after its process last repeated it. */
const COUNTS_FOR_SECONDS = 15

/** What another process found out, which may see files that this one does not. */
export class ReportedSetBack extends AnotherLog {
  constructor(finding: string) {
    super('what another process knows', 'less', { isCertain: true, isOurs: true })
    this.message = `${finding} (found by another process)`
  }
}

/** Tells all processes of this database that its log was set back. */
export async function reportSetBack(
  queries: Queries,
  reporter: string,
  { message }: AnotherLog,
): Promise<void> {
  await queries.query({
    name: 'log-set-back-report',
    text: `insert into vault.log_set_back (reporter, finding) values ($1, $2)
      on conflict (reporter) do update set finding = excluded.finding, reported_at = now()`,
    values: [reporter, message],
  })
}

export async function withdrawReport(queries: Queries, reporter: string): Promise<void> {
  await queries.query('delete from vault.log_set_back where reporter = $1', [reporter])
}

/** Under this name the moment is kept when somebody gave up what the log had lost. */
const GIVEN_UP = '00000000-0000-0000-0000-000000000000'

/** Tells all processes that nothing is missed any more; what they found out before counts no longer. */
export async function tellGivenUp(queries: Queries): Promise<void> {
  await queries.query('delete from vault.log_set_back')
  await queries.query('insert into vault.log_set_back (reporter, finding) values ($1, $2)', [
    GIVEN_UP,
    'given up',
  ])
}

/** When somebody last gave up what the log had lost, as text; undefined if nobody ever did. */
export async function lastGivenUp(queries: Queries): Promise<string | undefined> {
  const asked = queries.query<{ at: string }>({
    name: 'log-set-back-given-up',
    text: 'select reported_at::text as at from vault.log_set_back where reporter = $1',
    values: [GIVEN_UP],
  })
  const { rows } = await untilMade<{ rows: { at: string }[] }>(asked, { rows: [] })
  return rows[0]?.at
}

/** A database that is not prepared yet has no reports. */
export async function reportedSetBack(queries: Queries): Promise<ReportedSetBack | undefined> {
  const reports = queries.query<{ finding: string }>({
    name: 'log-set-back-reported',
    text: `select finding from vault.log_set_back
      where reporter <> $2
        and reported_at between now() - make_interval(secs => $1) and now() + make_interval(secs => $1)
      order by reported_at desc limit 1`,
    values: [COUNTS_FOR_SECONDS, GIVEN_UP],
  })
  const { rows } = await untilMade<{ rows: { finding: string }[] }>(reports, { rows: [] })
  return rows[0] && new ReportedSetBack(rows[0].finding)
}
