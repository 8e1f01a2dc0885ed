import type { Dealer } from './dealer.ts'

/**
 * Makes commits of a projection's batches fail in the database itself, the first one of every
 * `every`: now as if the server were in trouble, now as if the rows were at fault.
 */
export async function commitsFail(dealer: Dealer, every: number, schema = 'read_model') {
  await dealer.rows(`
    create sequence ${schema}.commits;
    create function ${schema}.crash() returns trigger language plpgsql security definer as $$
    declare attempt bigint := nextval('${schema}.commits');
    begin
      if attempt % ${every} <> 1 then return null; end if;
      if attempt % 2 = 0 then
        raise exception 'the test refuses this batch' using errcode = '23514';
      else
        raise exception 'the test lets the server stumble' using errcode = '57P03';
      end if;
    end $$;
    create constraint trigger crash after update of position on ${schema}.checkpoint
      deferrable initially deferred for each row execute function ${schema}.crash()`)
}

/** The number of commits that `commitsFail` has made fail. */
export async function failedCommits(dealer: Dealer, schema = 'read_model'): Promise<number> {
  const rows = await dealer.rows(
    `select (case when is_called then last_value else 0 end)::integer as attempts from ${schema}.commits`,
  )
  return Number(Object(rows[0]).attempts)
}

/** Makes the tables refuse some transactions, and what hangs on them; gives what ends it. */
export async function someAreRefused(dealer: Dealer) {
  await dealer.rows(`alter table read_model.bank_transaction
    add constraint picky check (not (person_ref = 'person1' and recorded_status = 1)) not valid`)
  return () => dealer.rows('alter table read_model.bank_transaction drop constraint picky')
}

/** Ends the connections of the projections, as a restart of PostgreSQL would. */
const connectionsBreak = (dealer: Dealer) =>
  dealer.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'sarraf projections' and datname = current_database()`,
  )

/** Projects for a dealer, and disturbs that work in the way that is named; any other name does nothing. */
export function disturbedProjection(dealer: Dealer) {
  let projection = dealer.project()
  return async (how: string, maxBatch: number) => {
    if (how === 'restart') {
      await projection.close()
      projection = dealer.project({ maxBatch })
    } else if (how === 'connections break') {
      await connectionsBreak(dealer)
    } else if (how === 'another takes over') {
      const next = dealer.project({ maxBatch })
      await projection.close()
      projection = next
    }
  }
}

const MOST_TRIES = 30

/** Tries what is parked until nothing is: what made it fail may come over it again. */
export async function untilNothingIsParked(dealer: Dealer, schema = 'read_model') {
  await dealer.untilShown({ schema })
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if ((await dealer.retry(undefined, schema))?.length === 0) return
  }
  throw new Error('what is parked cannot be shown')
}
