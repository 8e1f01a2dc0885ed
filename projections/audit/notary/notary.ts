import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { eventIdFrom } from '#kernel/domain/ids.ts'
import { type NotaryEvent, notaryEvents } from '#kernel/events/notary.ts'
import { decodeWithoutKeys, encodeEvent } from '#kernel/platform/event-codec.ts'
import { type EventStore, RevisionConflict } from '#kernel/platform/event-store/event-store.ts'
import { isSignedHead, type NotaryKey } from '#kernel/platform/log-chain/signed-head.ts'
import type { Logger } from '#kernel/platform/logger.ts'
import { originOfProcess } from '#kernel/platform/origin.ts'
import { pause } from '#kernel/platform/timing.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { chainEnd, headAt } from '../chain/blocks.ts'

const STREAM = `${notaryEvents.category}-heads`
const OWNER = { companyId: 'system', purpose: 'company', person: 'company' } as const

interface NotaryOptions {
  readonly pool: Pool
  readonly eventStore: EventStore
  readonly vault: Vault
  readonly key: NotaryKey
  readonly intervalMs: number
  readonly logger: Logger
}

export interface Notary {
  readonly status: () => NotaryStatus
  readonly close: () => Promise<void>
}

export interface NotaryStatus {
  /** The number of events under the last signature that this process knows. */
  readonly count: number
  /** Why the notary cannot sign; undefined if it can. */
  readonly failure: string | undefined
}

/** The signed head is no longer in the chain: the signature or the chain was changed. */
class HistoryRewritten extends Error {
  override readonly name = 'HistoryRewritten'

  constructor(count: number) {
    super(`the head that was signed after ${count} events is not in the hash chain`)
  }
}

/** Signs the head of the chain at intervals, but only if there are new events. */
export function startNotary(options: NotaryOptions): Notary {
  const stop = new AbortController()
  let status: NotaryStatus = { count: 0, failure: undefined }
  const ended = signUntilStopped()

  async function signUntilStopped() {
    while (!stop.signal.aborted) {
      await pause(options.intervalMs, stop.signal)
      if (stop.signal.aborted) return
      try {
        status = { count: await signWhatIsNew(options), failure: undefined }
      } catch (error) {
        status = { ...status, failure: error instanceof Error ? error.message : String(error) }
        options.logger.error({ err: error }, 'the notary cannot sign')
      }
    }
  }

  return {
    status: () => status,
    close: async () => {
      stop.abort()
      await ended
    },
  }
}

/** Returns the number of events under the last signature. */
async function signWhatIsNew(options: NotaryOptions): Promise<number> {
  const { pool, eventStore, key } = options
  const last = await lastSigned(eventStore)
  const end = await chainEnd(pool)
  if (last !== undefined && !(await isInChain(pool, last.head))) {
    throw new HistoryRewritten(last.head.count)
  }
  const signed = last?.head.count ?? 0
  // The last signature is itself an event; it alone needs no further signature.
  const isNew = last === undefined ? end !== undefined : end !== undefined && end.count > signed + 1
  if (end === undefined || !isNew) return signed
  const head = key.signHead(end.count, end.head)
  try {
    await append(options, head, last?.revision)
  } catch (error) {
    // Another notary has signed first; its signature is enough.
    if (!(error instanceof RevisionConflict)) throw error
  }
  return end.count
}

type Head = ReturnType<NotaryKey['signHead']>

async function isInChain(pool: Pool, head: Head): Promise<boolean> {
  if (!isSignedHead(head)) return false
  const kept = await headAt(pool, head.count)
  // The chain may be behind the signature; then there is nothing to compare yet.
  return kept === undefined || kept.toString('hex') === head.head
}

async function lastSigned(eventStore: EventStore) {
  const stored = await eventStore.readStream(STREAM, { direction: 'backwards', maxCount: 1 })
  const [recorded] = decodeWithoutKeys(() => notaryEvents, stored)
  return recorded && { head: recorded.event.data, revision: recorded.revision }
}

async function append(
  { eventStore, vault }: NotaryOptions,
  head: Head,
  after: bigint | undefined,
): Promise<void> {
  const commandId = randomUUID()
  const event: NotaryEvent = { type: 'HeadSigned', data: head }
  const signed = await encodeEvent(vault, {
    family: notaryEvents,
    event,
    stream: STREAM,
    id: eventIdFrom(commandId, STREAM),
    recordedAt: new Date().toISOString(),
    origin: originOfProcess('notary', { companyId: OWNER.companyId, commandId, cause: null }),
    owner: OWNER,
  })
  await eventStore.append(STREAM, [signed], after ?? 'no_stream')
}
