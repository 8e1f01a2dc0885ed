import { randomUUID } from 'node:crypto'
import type { System } from '#kernel/platform/cli/connections.ts'
import { withLog } from '#kernel/platform/event-store/whole-log/clients.ts'
import { isOfSystem, type LogEvent } from '#kernel/platform/event-store/whole-log/log-event.ts'
import { readHead, readLog } from '#kernel/platform/event-store/whole-log/log-reads.ts'
import type { LogProgress } from '#kernel/platform/event-store/whole-log/progress.ts'
import { writeNewFile } from '#kernel/platform/files/new-file.ts'
import { chainEnd, chainLinks } from '#kernel/platform/log-chain/blocks.ts'
import { eventHash, GENESIS, nextHead } from '#kernel/platform/log-chain/event-hash.ts'
import { entriesIn } from '#kernel/platform/log-chain/witness.ts'
import { productVersion } from '#kernel/platform/process/product-version.ts'
import { vaultKeyId } from '#kernel/platform/vault/master-keys.ts'
import { checkArchive, isCounted } from '../archive/check-archive.ts'
import { eventLine, openedEvent } from '../archive/event-lines.ts'
import { writeLines } from '../archive/line-files.ts'
import {
  type ArchiveFile,
  FORMAT_VERSION,
  manifestPath,
  manifestText,
} from '../archive/manifest.ts'
import { authenticated, type Unsigned } from '../archive/manifest-mac.ts'
import { fileOf, LOG_FILE, WITNESS_FILE } from '../archive/names.ts'
import { keptTables, rowsOf } from '../archive/tables.ts'
import { checkWithChain } from './check-with-chain.ts'
import { answersUpTo } from './kept-answers.ts'

export interface BackupOf {
  readonly system: System
  readonly eventStoreUrl: string
  readonly vaultKey: Buffer
  /** The notary's file; null if there is none. */
  readonly witness: string | null
}

/**
 * Writes a system as it was at one moment, the head of its log, into a folder. The tables are read behind
 * that moment, so that the vault has the keys of all its events, and the log up to it after that.
 */
export async function takeBackup(of: BackupOf, folder: string, progress: LogProgress) {
  const { system, eventStoreUrl, vaultKey, witness } = of
  const takenAt = new Date().toISOString()
  const { files, log } = await withLog(eventStoreUrl, async (client) => {
    const head = await readHead(client)
    const tables = await writeTables(system, folder, head)
    progress.begin('saving the log', head)
    const events = oursIn(system, progressing(readLog(client, head), progress))
    const written = await writeLog(folder, head, events)
    progress.end()
    return { files: [...tables, written.file], log: written.log }
  })
  const kept = witness === null ? null : await writeWitness(folder, witness, log.events)
  const unsigned: Unsigned = {
    format: 'sarraf-backup',
    formatVersion: FORMAT_VERSION,
    product: productVersion,
    id: randomUUID(),
    takenAt,
    log,
    vaultKeyId: vaultKeyId(vaultKey),
    witnessedUpTo: kept?.upTo ?? null,
    files: kept === null ? files : [...files, kept.file],
  }
  const { eventMacs: macs, pseudonym } = system.vault
  const manifest = authenticated(unsigned, pseudonym)
  const { forged } = await checkArchive({ folder, manifest, macs }, progress)
  await checkWithChain(system.pool, log)
  await writeNewFile(manifestPath(folder), (write) => write(manifestText(manifest)))
  return { manifest, forged }
}

/** One snapshot of all tables. */
async function writeTables({ pool, vault }: System, folder: string, head: bigint) {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const files: ArchiveFile[] = []
    for (const table of keptTables) {
      const rows = rowsOf(client, table)
      const kept = table === 'vault.idempotency' ? answersUpTo(vault, head, rows) : rows
      files.push(await writeLines(folder, fileOf(table), kept))
    }
    await client.query('commit')
    client.release()
    return files
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function writeLog(folder: string, position: bigint, log: AsyncIterable<LogEvent>) {
  let reached = { events: 0, head: GENESIS }
  async function* lines() {
    for await (const event of log) {
      if (isOfSystem(event)) continue
      yield eventLine(event)
      if (!isCounted(event)) continue
      const head = nextHead(reached.head, eventHash(openedEvent(event)))
      reached = { events: reached.events + 1, head }
    }
  }
  const file = await writeLines(folder, LOG_FILE, lines())
  const { events, head } = reached
  return { file, log: { events, head: head.toString('hex'), position: position.toString() } }
}

/** Without what other programs write into the same store. What is forged in a stream of ours is in the hash chain. */
async function* oursIn({ pool, vault }: System, log: AsyncIterable<LogEvent>) {
  const { isGenuine, isNamedAsOurs } = vault.eventMacs
  const links = chainLinks(pool, (await chainEnd(pool))?.count ?? 0)
  let { value: link } = await links.next()
  for await (const event of log) {
    const isChained = link?.eventId === event.id
    if (isChained) link = (await links.next()).value
    const isOurs = isCounted(event)
      ? isChained || isGenuine(openedEvent(event))
      : isNamedAsOurs(event.stream.replace(/^\$\$/, ''))
    if (isOurs) yield event
  }
}

/** Heads over more events than are saved belong to what comes after this backup. */
async function writeWitness(folder: string, witness: string, events: number) {
  let upTo = 0
  async function* lines() {
    for await (const entry of entriesIn(witness)) {
      if (entry.kind === 'succession') yield JSON.stringify(entry.succession)
      else if (entry.head.count <= events) {
        upTo = Math.max(upTo, entry.head.count)
        yield JSON.stringify(entry.head)
      }
    }
  }
  return { file: await writeLines(folder, WITNESS_FILE, lines()), upTo }
}

async function* progressing(log: AsyncIterable<LogEvent>, progress: LogProgress) {
  for await (const event of log) {
    progress.reached(event.position)
    yield event
  }
}
