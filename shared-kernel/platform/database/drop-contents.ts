import type pg from 'pg'

/** Drops all that is in the schema, but not the schema itself: not everybody may create one. */
export async function dropContents(
  client: Pick<pg.ClientBase, 'query'>,
  schema: string,
): Promise<void> {
  await client.query(`
    do $$ declare each record; begin
      for each in select oid::regclass as name from pg_class
        where relnamespace = to_regnamespace('${schema}') and relkind = 'r'
      loop execute format('drop table if exists %s cascade', each.name); end loop;
      for each in select oid::regprocedure as name from pg_proc
        where pronamespace = to_regnamespace('${schema}')
      loop execute format('drop routine if exists %s cascade', each.name); end loop;
    end $$`)
}
