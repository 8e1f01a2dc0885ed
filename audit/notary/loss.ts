import { readFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import { CommandError } from '#kernel/platform/cli/command.ts'
import { untilMade } from '#kernel/platform/database/not-made-yet.ts'
import { errorCode } from '#kernel/platform/errors/error-code.ts'
import {
  AnotherLog,
  type LogPlace,
  PositionNotInLog,
} from '#kernel/platform/event-store/event-store.ts'
import {
  type PlaceColumns,
  placeFromColumns,
  readPlace,
} from '#kernel/platform/event-store/kept-place.ts'
import { chainEnd } from '#kernel/platform/log-chain/blocks.ts'
import { isInChain } from '#kernel/platform/log-chain/notary.ts'
import type { SignedHead } from '#kernel/platform/log-chain/signed-head.ts'
import { selectCheckpoint } from '#kernel/records/checkpoint.ts'
import { READ_MODEL } from '#kernel/records/read-model.ts'
import type { AuditedLog } from '../audited-system.ts'

/** What says up to where somebody has read the log. */
const FOLLOWERS = {
  'the tables that readers see': selectCheckpoint(READ_MODEL),
  'the deliveries of webhooks': 'select position::text, last_event from webhooks.place',
} as const

interface Known {
  readonly log: Pick<AuditedLog, 'checkPlace' | 'eventAt' | 'readLogBack'>
  readonly pool: Pool
  /** The head over the most events that the witness has. */
  readonly signed: SignedHead | undefined
  readonly lastEventFile: string
}

/** What is known of events that the log does not have. */
export interface Loss {
  /** The log's last event, in words. */
  readonly end: string
  /** Each thing that knows more, in words. */
  readonly known: readonly string[]
  /** Whether the database knows more than the log: the log alone was set back. */
  readonly isOfLogAlone: boolean
}

/** Undefined where the log has all that is known of it. Throws if it is another system's log. */
export async function lossOf({
  log,
  pool,
  signed,
  lastEventFile,
}: Known): Promise<Loss | undefined> {
  const lacks = async (place: LogPlace | undefined) => place !== undefined && isLost(log, place)
  const known: string[] = []
  for (const [what, places] of Object.entries(FOLLOWERS)) {
    for (const place of await placesIn(pool, places)) if (await lacks(place)) known.push(what)
  }
  const end = await chainEnd(pool)
  const linked = end && (await log.eventAt(end.position).catch(noneIfBeyond))
  if (end !== undefined && linked?.id !== end.eventId) known.push('the hash chain')
  const isOfLogAlone = known.length > 0
  if (signed !== undefined && !(await isInChain(pool, signed)))
    known.push(`the witness: what was signed after ${signed.count} events`)
  if (await lacks(await placeOf(lastEventFile))) known.push(`the file ${lastEventFile}`)
  return known.length === 0
    ? undefined
    : { end: await endOf(log), known: [...new Set(known)], isOfLogAlone }
}

const noneIfBeyond = (error: unknown) => {
  if (error instanceof PositionNotInLog) return undefined
  throw error
}

async function isLost(log: Pick<AuditedLog, 'checkPlace'>, place: LogPlace): Promise<boolean> {
  if (place.lastEvent === undefined) return false
  try {
    await log.checkPlace(place)
    return false
  } catch (error) {
    if (!(error instanceof AnotherLog)) throw error
    if (error.state === 'logSetBack') return true
    throw new CommandError(error.message, { cause: error })
  }
}

async function placesIn(pool: Pool, places: string): Promise<readonly LogPlace[]> {
  const asked = pool.query<PlaceColumns>(places)
  const { rows } = await untilMade<{ rows: PlaceColumns[] }>(asked, { rows: [] })
  return rows.map(placeFromColumns)
}

async function placeOf(file: string): Promise<LogPlace | undefined> {
  try {
    return readPlace(await readFile(file, 'utf8'))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw new CommandError(`${file} cannot be read: it holds no place of a log.`, { cause: error })
  }
}

async function endOf(log: Pick<AuditedLog, 'readLogBack'>): Promise<string> {
  for await (const { id, stream, revision, storedAt } of log.readLogBack({ before: undefined }))
    return `event ${id} (${stream}@${revision}) of ${new Date(storedAt).toISOString()}`
  return 'no event'
}
