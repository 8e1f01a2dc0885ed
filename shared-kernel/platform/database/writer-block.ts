import { CHECKPOINT } from '#kernel/records/checkpoint.ts'

/** Belongs to the role of the projections, for what others may have it do. */
export const PROJECTIONS_SCHEMA = 'projections'

/**
 * Blocks the writer of read models until the caller's transaction ends. To compare rows, a
 * verification needs this lock for a moment, and PostgreSQL gives it only to roles that may change the table.
 */
export const BLOCK_WRITER = `${PROJECTIONS_SCHEMA}.block_writer(name)`

export const writerBlock = `
  create or replace function ${PROJECTIONS_SCHEMA}.block_writer(served name) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      execute format('lock table %I.${CHECKPOINT} in exclusive mode', served);
    end $$;
  revoke all on function ${BLOCK_WRITER} from public;`
