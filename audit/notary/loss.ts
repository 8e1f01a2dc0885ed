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
import { readPlace } from '#kernel/platform/event-store/kept-place.ts'
import { chainEnd } from '#kernel/platform/log-chain/blocks.ts'
import { isInChain } from '#kernel/platform/log-chain/notary.ts'
import { ChainBroken, chainPlace } from '#kernel/platform/log-chain/place.ts'
import type { SignedHead } from '#kernel/platform/log-chain/signed-head.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import { checkpointIn } from '#projections/runtime/leadership.ts'
import type { AuditedLog } from '../audited-system.ts'

interface Known {
  readonly log: Pick<AuditedLog, 'checkPlace' | 'eventAt' | 'readLog' | 'readLogBack'>
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
  const shown = await untilMade<LogPlace | undefined>(
    checkpointIn(pool, readModels.name),
    undefined,
  )
  if (await lacks(shown)) known.push('the tables that readers see')
  if (await isChainBeyond({ log, pool })) known.push('the hash chain')
  const isOfLogAlone = known.length > 0
  if (signed !== undefined && !(await isInChain(pool, signed)))
    known.push(`the witness: what was signed after ${signed.count} events`)
  if (await lacks(await placeOf(lastEventFile))) known.push(`the file ${lastEventFile}`)
  return known.length === 0 ? undefined : { end: await endOf(log), known, isOfLogAlone }
}

/** Also in a store that the log was moved to, where its events have other positions. */
async function isChainBeyond({ log, pool }: Pick<Known, 'log' | 'pool'>): Promise<boolean> {
  const end = await chainEnd(pool)
  if (end === undefined) return false
  try {
    await chainPlace({ pool, eventStore: log }, end)
    return false
  } catch (error) {
    if (error instanceof ChainBroken || error instanceof PositionNotInLog) return true
    throw error
  }
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
