import pg from 'pg'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { auditTables } from '#kernel/platform/database/audit-tables.ts'
import { makeTables } from '#kernel/platform/database/postgres.ts'
import { refuseUnfitServer } from '#kernel/platform/database/server-check.ts'
import { connectSession } from '#kernel/platform/database/session.ts'
import { transactionOn } from '#kernel/platform/database/transaction.ts'
import { logPosition } from '#kernel/platform/event-store/log-position.ts'
import { withLog } from '#kernel/platform/event-store/whole-log/clients.ts'
import { copyEvents } from '#kernel/platform/event-store/whole-log/copy-log.ts'
import { isOfSystem, type LogEvent } from '#kernel/platform/event-store/whole-log/log-event.ts'
import { readHead, readLog } from '#kernel/platform/event-store/whole-log/log-reads.ts'
import type { LogProgress } from '#kernel/platform/event-store/whole-log/progress.ts'
import { appendBlock, blockOf, inBlocks } from '#kernel/platform/log-chain/blocks.ts'
import { GENESIS } from '#kernel/platform/log-chain/event-hash.ts'
import { destroyKeysIn } from '#kernel/platform/vault/destroy-keys.ts'
import { vaultTables } from '#kernel/platform/vault/tables.ts'
import { UNFINISHED_RESTORE } from '#kernel/platform/vault/vault.ts'
import { eventsIn, isCounted } from '../archive/check-archive.ts'
import { openedEvent } from '../archive/event-lines.ts'
import { readLines } from '../archive/line-files.ts'
import { fileNamed, type Manifest } from '../archive/manifest.ts'
import { fileOf } from '../archive/names.ts'
import { insertRows, keptTables } from '../archive/tables.ts'
import { isBegun, notEmpty } from './empty-system.ts'
import type { Stores } from './stores.ts'

type Log = Parameters<Parameters<typeof withLog<unknown>>[1]>[0]

export interface Backup {
  readonly folder: string
  readonly manifest: Manifest
}

interface Restoring {
  /** Keys that were destroyed since the backup was taken, or before. */
  readonly destroyed: readonly string[]
  readonly progress: LogProgress
  /** Returns what remains to be done, in words. */
  readonly restoreWitness: () => Promise<string | undefined>
}

/**
 * Brings a checked backup into empty stores. The tables come in one transaction, the log event by event:
 * when it is interrupted, the same command goes on behind what is there. Until the last step no service
 * starts on the database.
 */
export async function restore(
  backup: Backup,
  { databaseUrl, eventStoreUrl }: Stores,
  { progress, destroyed, restoreWitness }: Restoring,
): Promise<string | undefined> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'restore of a backup',
  })
  // A running query reports the lost connection itself.
  client.on('error', () => undefined)
  await connectSession(client).catch(({ message }: Error) => {
    throw new CommandError(`DATABASE_URL: the database does not answer (${message})`)
  })
  try {
    await refuseUnfitServer(client, databaseUrl)
    return await withLog(eventStoreUrl, async (log) => {
      await restoreTables(client, log, backup)
      await destroyAgain(client, destroyed)
      const head = BigInt(backup.manifest.log.position)
      await copyEvents(eventsIn(backup), { target: log, head }, progress)
      const remains = await restoreWitness()
      await restoreChain(client, log, { backup, progress })
      return remains
    })
  } finally {
    await client.end()
  }
}

async function restoreTables(client: pg.Client, log: Log, { folder, manifest }: Backup) {
  await makeTables(client, vaultTables)
  await makeTables(client, auditTables)
  await transactionOn(client, async () => {
    // A second restore, or a service that starts, waits, and finds what this one has begun.
    await client.query('lock table vault.secret in exclusive mode')
    if (!(await isBegun(client, manifest.id))) {
      if (!(await isEmpty(log))) throw notEmpty('the event store has events')
      await client.query(
        `insert into vault.secret (name, wrapped) values ($1, convert_to($2, 'UTF8'))`,
        [UNFINISHED_RESTORE, manifest.id],
      )
      for (const table of keptTables) {
        await insertRows(client, table, readLines(folder, fileNamed(manifest, fileOf(table))))
      }
    }
  })
}

/** Before anything serves. Run again with a longer list, it destroys what is new in it. */
const destroyAgain = (client: pg.Client, ids: readonly string[]) =>
  transactionOn(client, () => destroyKeysIn(client, ids))

async function isEmpty(log: Log): Promise<boolean> {
  for await (const event of readLog(log, await readHead(log))) if (!isOfSystem(event)) return false
  return true
}

/** Computes the chain from the log as it is now, and compares it with what was saved. */
async function restoreChain(
  client: pg.Client,
  log: Log,
  { backup: { manifest }, progress }: { readonly backup: Backup; readonly progress: LogProgress },
) {
  const upTo = await readHead(log)
  progress.begin('checking the restored log', upTo)
  await transactionOn(client, async () => {
    await client.query('lock table vault.log_chain in exclusive mode')
    let end = { count: 0, head: GENESIS }
    for await (const events of inBlocks(counted(readLog(log, upTo)))) {
      const last = events.at(-1)
      if (last === undefined) continue
      const block = blockOf(end, events.map(openedEvent), logPosition(last.position))
      await appendBlock(client, block)
      end = { count: end.count + events.length, head: block.head }
      progress.reached(last.position)
    }
    progress.end()
    if (end.count !== manifest.log.events || end.head.toString('hex') !== manifest.log.head) {
      throw new CommandError(
        `The restored log is not the one that was saved: it has ${end.count} events, and not ${manifest.log.events}. Another program writes to the event store.`,
      )
    }
    await client.query('delete from vault.secret where name = $1', [UNFINISHED_RESTORE])
  })
}

async function* counted(events: AsyncIterable<LogEvent>): AsyncGenerator<LogEvent> {
  for await (const event of events) if (isCounted(event)) yield event
}
