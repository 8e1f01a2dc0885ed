import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Pool } from 'pg'
import type { Registry } from 'prom-client'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { exposeGauge } from '#kernel/platform/process/gauge.ts'
import type { OnClose } from '#kernel/platform/process/lifecycle.ts'
import type { Logger } from '#kernel/platform/process/logger.ts'
import type { Vault } from '#kernel/platform/vault/vault.ts'
import { followLogIntoChain, type LogChain } from './follower.ts'
import { startNotary } from './notary.ts'
import { notaryKey } from './signed-head.ts'
import { signedCount } from './signed-in-log.ts'
import { witnessIn } from './witness.ts'

/** What the notary signs with. */
export interface Signing {
  /** The seed of an Ed25519 key. */
  readonly key: Buffer
  /** The file outside the database in which each head is kept before it is signed. */
  readonly witness: string
  readonly intervalSeconds: number
}

interface Evidence {
  /** Null: the chain is kept, and nothing is signed. */
  readonly signing: Signing | null
  readonly pool: Pool
  readonly eventStore: EventStore
  readonly vault: Vault
  readonly registry: Registry
  readonly logger: Logger
  readonly onClose: OnClose
}

/** Starts the hash chain over the log and its notary, which make a change of history visible. */
export async function startEvidence(evidence: Evidence): Promise<void> {
  const { signing, pool, eventStore, registry, logger, onClose } = evidence
  const witness = signing === null ? null : witnessIn(signing.witness)
  const chain = followLogIntoChain({
    pool,
    eventStore,
    logger,
    signedCount: () => signedCount({ eventStore, witness }),
  })
  onClose('hash chain', chain.close)
  showStatus(registry, 'log_chain', 'the hash chain over the log', chain.status)
  exposeForgedEvents(registry, chain)
  if (signing === null || witness === null) {
    logger.warn('NOTARY_KEY is not set: the hash chain over the log is not signed')
    return
  }
  const key = notaryKey(signing.key)
  const intervalMs = signing.intervalSeconds * 1_000
  const notary = startNotary({ ...evidence, key, witness, intervalMs })
  onClose('notary', notary.close)
  showStatus(registry, 'notary', 'the notary’s last signature', notary.status)
  exposeFreeDisk(registry, dirname(signing.witness))
  logger.info({ keyId: key.keyId, publicKey: key.publicKey }, 'the notary signs with this key')
}

/** On one machine the witness is on the same disk as the databases. */
export function exposeFreeDisk(registry: Registry, folder: string) {
  const metric = {
    name: 'sarraf_disk_free_ratio',
    help: 'Share of the disk with the witness that is free; NaN when it cannot be read',
  }
  exposeGauge(registry, metric, async () => {
    const disk = await statfs(folder)
    return disk.bavail / Math.max(disk.blocks, 1)
  })
}

/** The chain sees every event, also those of streams that no table shows. */
function exposeForgedEvents(registry: Registry, { status }: Pick<LogChain, 'status'>) {
  const help = 'Events without a valid MAC that came into the log since the start'
  exposeGauge(registry, { name: 'sarraf_log_chain_forged_events', help }, () => status().forged)
}

type Status = () => { readonly count: number; readonly failure: string | undefined }

function showStatus(registry: Registry, name: string, what: string, status: Status) {
  const events = { name: `sarraf_${name}_events`, help: `Events of the log under ${what}` }
  exposeGauge(registry, events, () => status().count)
  const failing = { name: `sarraf_${name}_failing`, help: `1 while ${what} has stopped` }
  exposeGauge(registry, failing, () => (status().failure === undefined ? 0 : 1))
}
