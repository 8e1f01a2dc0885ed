import { loginRoles, OWNER } from './roles.ts'
import { BLOCK_WRITER, PROJECTIONS_SCHEMA } from './writer-block.ts'

const { command, projections, query, auditor, webhooks, feed, eventStore } = loginRoles

/** Emptied and filled again by every verification. */
export const AUDIT_SCRATCH = 'audit_scratch'

/** What is still to be delivered to companies' programs. */
export const WEBHOOKS_SCHEMA = 'webhooks'

/** The schemas of a prepared database and who owns each, apart from the read models. */
export const schemaOwners: Readonly<Record<string, string>> = {
  vault: OWNER,
  audit: OWNER,
  sign_in: OWNER,
  command,
  event_store: eventStore,
  [AUDIT_SCRATCH]: auditor,
  [PROJECTIONS_SCHEMA]: projections,
  [WEBHOOKS_SCHEMA]: webhooks,
}

/** A role that can create schemas or temporary tables could make other roles run its code. */
export const databaseGrants = (name: string) => `
  revoke connect, temporary, create on database ${name} from public;
  grant connect on database ${name} to ${Object.values(loginRoles).join(', ')};
  grant create on database ${name} to ${projections};
  grant temporary on database ${name} to ${auditor};`

/** By default every role may write them, and they are in no schema. Only a superuser can revoke this. */
const largeObjects = `
  do $$ begin
    if (select rolsuper from pg_roles where rolname = current_user) then
      revoke execute on function lo_create(oid), lo_creat(integer), lo_from_bytea(oid, bytea)
        from public;
    end if;
  end $$;`

const vault = `
  grant usage on schema vault to ${command}, ${projections}, ${webhooks}, ${feed}, ${auditor};
  grant select on vault.secret, vault.data_key
    to ${command}, ${projections}, ${webhooks}, ${feed};
  grant insert on vault.secret to ${command}, ${projections};
  grant insert on vault.data_key to ${command}, ${webhooks}, ${feed};
  grant usage on schema vault to ${query};
  grant select on vault.handed_secret to ${command}, ${query};
  grant insert, update on vault.handed_secret to ${command};
  grant select on vault.destroyed_key
    to ${command}, ${projections}, ${query}, ${webhooks}, ${feed}, ${auditor};
  grant select, insert, update, delete on vault.idempotency to ${command};
  grant select, insert on vault.sanction_list_version, vault.sanction_list_entry to ${command};
  grant select, insert, delete on vault.log_chain to ${projections};
  grant select on vault.log_chain to ${command}, ${webhooks}, ${feed};
  grant select (after, event_count, event_hashes, head, signed)
    on vault.log_chain to ${query};
  grant select, insert, update, delete on vault.log_set_back to ${command}, ${projections};
  grant select on vault.log_set_back to ${query}, ${webhooks}, ${feed}, ${auditor};
  grant select on vault.secret, vault.data_key, vault.log_chain,
    vault.sanction_list_version, vault.sanction_list_entry to ${auditor};`

const signIns = `
  grant usage on schema sign_in to ${command}, ${query}, ${auditor};
  grant select, insert, update, delete on all tables in schema sign_in
    to ${command}, ${query}, ${auditor};`

const audit = `
  grant usage on schema audit to ${auditor}, ${command};
  grant select on audit.ended_session to ${command};
  grant select, insert on audit.verification to ${auditor};
  grant select, insert on audit.ended_session to ${auditor};
  grant select on audit.backup to ${auditor};`

/** Of what is delivered the auditor's role sees how much and when: no body, no record, no event's id. */
const figures = {
  place: ['position'],
  endpoint: ['endpoint_id', 'is_enabled', 'is_given_up'],
  delivery: ['endpoint_id', 'position', 'added_at', 'attempts', 'is_head'],
  attempt: ['endpoint_id', 'at', 'outcome'],
  replay: ['endpoint_id', 'failure'],
  failing: ['endpoint_id', 'since'],
} as const

/**
 * All of them or none. Who delivers creates its tables after the preparation; then it grants. Where one role is enough, the role may not exist.
 */
export const webhookFigures = `
  do $$ begin
    ${Object.entries(figures)
      .map(([table, columns]) => {
        return `grant select (${columns.join(', ')}) on ${WEBHOOKS_SCHEMA}.${table} to ${auditor};`
      })
      .join('\n    ')}
  exception when undefined_table or undefined_object then
    null;
  end $$;`

const webhookDeliveries = `
  grant usage on schema ${WEBHOOKS_SCHEMA} to ${auditor};
  ${webhookFigures}`

/** Read models are created again and again, so their rights follow from who creates them. */
const readModels = `
  alter default privileges for role ${projections}
    grant usage on schemas to ${command}, ${query}, ${auditor};
  alter default privileges for role ${projections}
    revoke all on tables from ${command}, ${query}, ${auditor};
  alter default privileges for role ${projections}
    grant select on tables to ${command}, ${query}, ${auditor};
  grant usage on schema ${PROJECTIONS_SCHEMA} to ${auditor};
  grant execute on function ${BLOCK_WRITER} to ${auditor};`

/** Takes from all but the owner what the grants do not give again. */
export const revocations = (schema: string, owner: string): string => {
  const everybody = ['public', ...Object.values(loginRoles)].filter((role) => role !== owner)
  return `
  revoke all on schema ${schema} from ${everybody.join(', ')};
  revoke all on all tables in schema ${schema} from ${everybody.join(', ')};`
}

/** What each role may do in a database of this name; `name` is quoted. */
export const grants = (name: string): string =>
  [databaseGrants(name), largeObjects, vault, signIns, audit, webhookDeliveries, readModels].join(
    '\n',
  )

/** The rights on read models that another role created. */
export const readModelGrants = (schema: string): string => `
  grant usage on schema ${schema} to ${command}, ${query}, ${auditor};
  grant select on all tables in schema ${schema} to ${command}, ${query}, ${auditor};`
