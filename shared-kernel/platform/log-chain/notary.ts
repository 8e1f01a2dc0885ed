import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { eventIdFrom } from '#kernel/domain/ids.ts'
import { HEADS_STREAM, type NotaryEvent, notaryEvents } from '#kernel/events/notary.ts'
import { type EventStore, RevisionConflict } from '#kernel/platform/event-store/event-store.ts'
import { chainEnd, headAt } from '#kernel/platform/log-chain/blocks.ts'
import {
  isSignedHead,
  type NotaryKey,
  type SignedHead,
} from '#kernel/platform/log-chain/signed-head.ts'
import type { Witness } from '#kernel/platform/log-chain/witness.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import { encodeEvent } from '#kernel/platform/recording/event-codec.ts'
import { originOfProcess } from '#kernel/platform/recording/origin.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { type Background, inBackground } from '#kernel/platform/waiting/background.ts'
import { afterEachRest } from '#kernel/platform/waiting/every.ts'
import { lastSignedInLog } from './signed-in-log.ts'

const OWNER = { companyId: 'system', purpose: 'company', person: 'company' } as const

interface NotaryOptions {
  readonly pool: Pool
  readonly eventStore: EventStore
  readonly vault: Vault
  readonly key: NotaryKey
  readonly witness: Witness
  readonly intervalMs: number
  readonly logger: Logger
}

export interface Notary extends Background {
  readonly status: () => NotaryStatus
}

export interface NotaryStatus {
  /** The number of events under the last signature that this process knows. */
  readonly count: number
  /** Why the notary cannot sign; undefined if it can. */
  readonly failure: string | undefined
}

/** A signed head is no longer in the chain: the signature, the log or the chain was changed. */
class HistoryRewritten extends Error {
  override readonly name = 'HistoryRewritten'

  constructor(count: number, where: 'log' | 'witness') {
    super(
      `the head that was signed after ${count} events, as the ${where} has it, is not in the hash chain`,
    )
  }
}

/** Without the witness there is nothing to compare the log with. A new one is begun on request only. */
class WitnessMissing extends Error {
  override readonly name = 'WitnessMissing'

  constructor(count: number) {
    super(
      `the log has a signature over ${count} events, but the witness has none: put the witness back, or begin a new one on purpose: npm run audit -- adopt-witness`,
    )
  }
}

/**
 * Signs the head of the chain at intervals, but only if there are new events. A head is in the
 * witness before it is in the log. While the chain lacks a head that was signed, nothing is signed.
 */
export function startNotary(options: NotaryOptions): Notary {
  let status: NotaryStatus = { count: 0, failure: undefined }

  async function sign() {
    try {
      status = { count: await signWhatIsNew(options), failure: undefined }
    } catch (error) {
      status = { ...status, failure: error instanceof Error ? error.message : String(error) }
      options.logger.error({ err: error }, 'the notary cannot sign')
    }
  }

  return {
    status: () => status,
    ...inBackground((closing) => afterEachRest(options.intervalMs, closing, sign)),
  }
}

/** Returns the number of events under the last signature. */
async function signWhatIsNew(options: NotaryOptions): Promise<number> {
  const { pool, eventStore, key, witness } = options
  const last = await lastSignedInLog(eventStore)
  const witnessed = await witness.last()
  if (last !== undefined && !(await isInChain(pool, last.head))) {
    throw new HistoryRewritten(last.head.count, 'log')
  }
  if (witnessed !== undefined && !(await isInChain(pool, witnessed))) {
    throw new HistoryRewritten(witnessed.count, 'witness')
  }
  if (last !== undefined && witnessed === undefined) throw new WitnessMissing(last.head.count)
  const end = await chainEnd(pool)
  const signed = last?.head.count ?? 0
  // The last signature is itself an event; it alone needs no further signature.
  const isNew = last === undefined ? end !== undefined : end !== undefined && end.count > signed + 1
  if (end === undefined || !isNew) return signed
  const head = key.signHead(end.count, end.head)
  if (witnessed?.count !== head.count) await witness.keep(head)
  try {
    await append(options, head, last?.revision)
  } catch (error) {
    // Another notary has signed first; its signature is enough.
    if (!(error instanceof RevisionConflict)) throw error
  }
  return end.count
}

/** Whether the head has its own signature, and the chain has it after as many events. */
export async function isInChain(pool: Pool, head: SignedHead): Promise<boolean> {
  if (!isSignedHead(head)) return false
  return (await headAt(pool, head.count))?.toString('hex') === head.head
}

async function append(
  { eventStore, vault }: NotaryOptions,
  head: SignedHead,
  after: bigint | undefined,
): Promise<void> {
  const commandId = randomUUID()
  const event: NotaryEvent = { type: 'HeadSigned', data: head }
  const signed = await encodeEvent(vault, {
    family: notaryEvents,
    event,
    stream: HEADS_STREAM,
    id: eventIdFrom(commandId, HEADS_STREAM),
    recordedAt: new Date().toISOString(),
    origin: originOfProcess('notary', { companyId: OWNER.companyId, commandId, cause: null }),
    owner: OWNER,
  })
  await eventStore.append(HEADS_STREAM, [signed], after ?? 'no_stream')
}
