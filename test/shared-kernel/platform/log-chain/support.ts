import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pino } from 'pino'
import { onTestFinished, vi } from 'vitest'
import { openPool } from '#kernel/platform/database/postgres.ts'
import { connectEventStore } from '#kernel/platform/event-store/connect.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { START_OF_LOG } from '#kernel/platform/event-store/log-position.ts'
import { chainEnd } from '#kernel/platform/log-chain/blocks.ts'
import { followLogIntoChain } from '#kernel/platform/log-chain/follower.ts'
import { signedCount } from '#kernel/platform/log-chain/signed-in-log.ts'
import { witnessIn } from '#kernel/platform/log-chain/witness.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { openVault } from '#kernel/platform/vault/vault.ts'
import { eventStoreNodeForThisTest } from '#test/support/event-store.ts'
import { execute } from '#test/support/execute.ts'
import { LONGEST_WAIT_MS } from '#test/support/patience.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

/** A log, a vault with its hash chain, and what follows the one into the other. */
export async function evidenceForThisTest() {
  const node = await eventStoreNodeForThisTest()
  const poolOf = (role: 'command' | 'projections') => {
    const pool = openPool(node.databases[role], { logger: silentLogger, max: 4, name: 'test' })
    onTestFinished(() => pool.end())
    return pool
  }
  const pool = poolOf('projections')
  // What the feed publishes needs a key of its own.
  const vault = await openVault(poolOf('command'), randomBytes(32))
  const reported: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line: string) => void reported.push(line) })
  // What is late on a busy machine is said of the store, not of the chain.
  const eventStore = connectEventStore({
    url: node.url,
    logger: silentLogger,
    macs: vault.eventMacs,
    resolveWithinMs: LONGEST_WAIT_MS,
  })
  onTestFinished(eventStore.close)

  async function happens(stream: string, count: number) {
    const events = Array.from({ length: count }, (_, at) => ({
      id: randomUUID(),
      type: 'Happened',
      data: { zürich: at, about: ['metal', null, { price: '5312.8' }], among: 1e21 },
      metadata: { companyId: 'c'.repeat(24) },
    }))
    await eventStore.append(stream, events, 'no_stream')
  }

  /** By who owns the database. */
  const tamper = (statement: string) => execute(node.databaseUrl, statement)

  async function log(): Promise<readonly StoredEvent[]> {
    const events: StoredEvent[] = []
    for await (const event of eventStore.readLog(START_OF_LOG)) events.push(event)
    return events
  }

  const witnessFile = join(await temporaryFolder('operator'), 'notary', 'witness.ndjson')
  const witness = witnessIn(witnessFile)

  function follow(store = eventStore) {
    const chain = followLogIntoChain({
      pool,
      eventStore: store,
      logger,
      signedCount: () => signedCount({ eventStore: store, witness }),
    })
    onTestFinished(chain.close)
    return chain
  }

  /** Waits until that many events are in the chain, and gives its end. */
  const chained = (count: number) =>
    vi.waitUntil(
      async () => {
        const end = await chainEnd(pool)
        return end !== undefined && end.count >= count ? end : false
      },
      { timeout: LONGEST_WAIT_MS, interval: 20 },
    )

  return {
    ...node,
    eventStore,
    pool,
    vault,
    witness,
    witnessFile,
    /** Lines of log of at least the level `warn`. */
    reported,
    happens,
    tamper,
    log,
    follow,
    chained,
  }
}

/** The chain's head as the documentation describes it, by nothing of ours. */
export function headOf(events: readonly StoredEvent[]): string {
  let head: Buffer = Buffer.alloc(32)
  for (const { id, stream, revision, type, data, metadata } of events) {
    const text = sorted({ data, id, metadata, revision: `${revision}`, stream, type })
    const hash = createHash('sha256').update(text, 'utf8').digest()
    head = createHash('sha256')
      .update(Buffer.concat([head, hash]))
      .digest()
  }
  return head.toString('hex')
}

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(
          Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        )
      : member,
  )
