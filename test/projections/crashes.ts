import type { Dealer } from './dealer.ts'

/**
 * Makes commits of a projection's batches fail in the database itself, the first one of every
 * `every`: now as if the server were in trouble, now as if the rows were at fault.
 */
export async function commitsFail(dealer: Dealer, every: number, schema = 'read_model') {
  await dealer.rows(`
    create sequence ${schema}.commits;
    create function ${schema}.crash() returns trigger language plpgsql as $$
    declare attempt bigint := nextval('${schema}.commits');
    begin
      if attempt % ${every} <> 1 then return null; end if;
      if attempt % 2 = 0 then
        raise exception 'the test lets this batch fail';
      else
        raise exception 'the test lets the server stumble' using errcode = '57P03';
      end if;
    end $$;
    create constraint trigger crash after update of position on ${schema}.checkpoint
      deferrable initially deferred for each row execute function ${schema}.crash()`)
}

/** Ends the connections of the projections, as a restart of PostgreSQL would. */
export const connectionsBreak = (dealer: Dealer) =>
  dealer.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'sarraf projections' and datname = current_database()`,
  )
