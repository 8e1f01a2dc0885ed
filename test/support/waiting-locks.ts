/** Who waits for a lock of a table in this database; other tests' databases are on the same server. */
export const waitingForTables = `
  select from pg_locks where not granted and relation is not null
  and database = (select oid from pg_database where datname = current_database())`
