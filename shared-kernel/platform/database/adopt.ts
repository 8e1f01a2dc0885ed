import type { ClientBase } from 'pg'

/** Gives a schema and all that is in it to a role. */
export async function adopt(client: ClientBase, schema: string, owner: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(statements, [schema, owner])
  for (const { statement } of rows) await client.query(statement)
}

/** Only for objects of another owner. Indexes, and sequences of columns, follow their tables. */
const statements = `
  select format('alter schema %I owner to %I', nspname, $2::text) as statement
  from pg_namespace where nspname = $1 and nspowner <> $2::regrole
  union all
  select format('alter table %s owner to %I', oid::regclass, $2::text)
  from pg_class where relnamespace = to_regnamespace($1) and relkind = 'r' and relowner <> $2::regrole
  union all
  select format('alter routine %s owner to %I', oid::regprocedure, $2::text)
  from pg_proc where pronamespace = to_regnamespace($1) and proowner <> $2::regrole`
