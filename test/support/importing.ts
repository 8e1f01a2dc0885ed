import { PassThrough } from 'node:stream'
import { progressOn } from '#kernel/platform/cli/progress.ts'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import { hashSecret } from '#kernel/platform/http/secret-hash.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { openVault } from '#kernel/platform/vault/vault.ts'
import { importLines as importSource } from '#operator/import/import-lines.ts'
import { waitUntilShown } from '#operator/import/wait-until-shown.ts'
import { LONGEST_WAIT_MS } from './patience.ts'
import type { SystemAddresses } from './system.ts'

export interface Line {
  readonly kind: string
  readonly data: Readonly<Record<string, unknown>>
}

type Log = Pick<SystemAddresses, 'databases' | 'eventStoreUrl' | 'vaultKey'>

/** A real hash, but not worth guessing against: a hundred companies are there in the time of one. */
const cheapHash = (secret: string) => hashSecret(secret, 2)

/** As the operator's own command, which ends when every part of the system knows the lines. */
export async function importLines(log: Log, lines: readonly Line[]): Promise<Counts> {
  const kept = keptFor.get(log.databases.command)
  if (kept !== undefined) return importOver(await kept(), log, lines)
  const connections = await connect(log)
  try {
    return await importOver(connections, log, lines)
  } finally {
    await close(connections)
  }
}

interface Counts {
  readonly imported: number
  readonly unchanged: number
}

async function importOver(
  { pool, eventStore }: Connections,
  log: Log,
  lines: readonly Line[],
): Promise<Counts> {
  // Another process may have destroyed keys since the last time.
  const vault = await openVault(pool, Buffer.from(log.vaultKey, 'hex'))
  const text = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'))
  const faults: string[] = []
  const done = await importSource(
    { read: () => oneChunk(text), close: () => Promise.resolve() },
    { eventStore, vault, pool },
    {
      allowsPrivate: true,
      hashSecret: cheapHash,
      progress: progressOn(new PassThrough()),
      report: (line, { field, wrong }) => faults.push(`line ${line}: ${field}: ${wrong}`),
    },
  )
  if (done === undefined) throw new Error(`the import was refused: ${faults.join('\n')}`)
  await waitUntilShown({ pool }, done.standsAt)
  return { imported: done.imported, unchanged: done.unchanged }
}

async function* oneChunk(chunk: Uint8Array) {
  yield chunk
}

type Connections = Awaited<ReturnType<typeof connect>>

async function connect({ databases, eventStoreUrl, vaultKey }: Log) {
  const pool = openPool(databases.command, { logger: silentLogger, max: 2, name: 'test' })
  const { eventMacs: macs } = await openVault(pool, Buffer.from(vaultKey, 'hex'))
  const eventStore = connectEventStore({
    url: eventStoreUrl,
    logger: silentLogger,
    macs,
    resolveWithinMs: LONGEST_WAIT_MS,
  })
  return { pool, eventStore }
}

async function close({ pool, eventStore }: Connections) {
  await eventStore.close()
  await pool.end()
}

/** By the database of the log. */
const keptFor = new Map<string, () => Promise<Connections>>()

/** From now on imports into this log share connections, made by the first one; gives what closes them. */
export function keepConnectionsTo(log: Log): () => Promise<void> {
  let made: Promise<Connections> | undefined
  keptFor.set(log.databases.command, () => {
    made ??= connect(log)
    return made
  })
  return async () => {
    keptFor.delete(log.databases.command)
    if (made !== undefined) await close(await made)
  }
}
