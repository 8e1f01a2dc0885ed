import { prepareDatabase } from '#kernel/platform/database/prepare.ts'
import { rolePasswords } from '#stack/postgres/role-urls.ts'
import { execute } from './execute.ts'

/** What the databases of all tests are copied from. */
export const PREPARED = 'prepared'

/** Makes the roles of a server, and a database that is prepared for them. */
export async function makePreparedDatabase(administratorUrl: string): Promise<void> {
  await execute(administratorUrl, `create database ${PREPARED}`)
  const url = new URL(administratorUrl)
  url.pathname = `/${PREPARED}`
  await prepareDatabase(url.href, rolePasswords(url.password))
  await execute(url.href, refusal)
}

/**
 * A service that signs in as the administrator has more rights than where it really runs, and its
 * tests prove less. Services are known by the names of their connections. Older servers have no
 * triggers of this kind.
 */
const refusal = `
  create function refuse_services() returns event_trigger language plpgsql as $$
    begin
      if session_user = 'postgres' and current_setting('application_name')
        not in ('', 'test', 'preparation of the database', 'move of the log', 'forgetting of a person', 'end of a retention')
      then raise exception '% signs in as the administrator', current_setting('application_name');
      end if;
    end $$;
  do $$ begin
    if current_setting('server_version_num')::integer >= 170000
    then create event trigger refuse_services on login execute function refuse_services();
    end if;
  end $$`
