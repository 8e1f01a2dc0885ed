import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const BUSY_TIMEOUT_MS = 5_000

const tables = `
  create table if not exists call (
    id integer primary key, operation text not null, at text not null, uuid text, request_id text
  ) strict;
  create index if not exists call_by_operation on call (operation, id);
  create index if not exists call_by_uuid on call (uuid, operation) where uuid is not null;
  create table if not exists fault (
    id integer primary key, operation text not null, mode text not null,
    times integer not null, delay_ms integer not null
  ) strict;
  create table if not exists document (
    uuid text primary key, kind text not null, number text, state text not null
  ) strict;
  create table if not exists message (
    id integer primary key, phone text not null, code text not null,
    document_uuid text not null, sent_at text not null
  ) strict;
  create index if not exists message_by_phone on message (phone, id);
  create index if not exists message_by_document on message (document_uuid, id);
  create table if not exists taxpayer (
    tax_number text primary key, e_invoice integer not null, title text
  ) strict;
  create table if not exists bank_transaction (
    id integer primary key, account_ref text not null, stamp text not null, content text not null,
    booked_at text not null default '', unique (account_ref, stamp)
  ) strict;
  create index if not exists bank_transaction_by_booking
    on bank_transaction (account_ref, booked_at, id);
  create table if not exists voucher (
    uuid text primary key references document (uuid), xml text not null, phone text not null,
    serial text, kept_at text not null, accepted_at text, detail text
  ) strict;
  create table if not exists invoice (
    uuid text primary key references document (uuid), xml text not null, serial text,
    kept_at text not null, accepted_at text, refusal text
  ) strict;
  create table if not exists number_series (
    kind text not null, company text not null, prefix text not null, year text not null,
    last integer not null, primary key (kind, company, prefix, year)
  ) strict;`

/**
 * Opens the state in the folder. A commit reaches the operating system's cache, so it survives a
 * killed process. It is not forced to the disk, so a power cut may lose the last commits.
 */
export function openDatabase(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(join(folder, 'sandbox.sqlite'), { timeout: BUSY_TIMEOUT_MS })
  database.exec('pragma journal_mode = wal; pragma synchronous = normal')
  inTransaction(database, () => database.exec(tables))
  return database
}

export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('begin immediate')
  try {
    const result = work()
    database.exec('commit')
    return result
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}
