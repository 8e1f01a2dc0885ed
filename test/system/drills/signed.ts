import { Client } from 'pg'
import { expect, vi } from 'vitest'
import { witnessIn } from '#kernel/platform/log-chain/witness.ts'
import type { SystemAddresses } from '#test/support/system.ts'

const PATIENCE = { timeout: 90_000, interval: 50 }

/** The last event that somebody else than the notary wrote is under a head of the witness. */
export async function untilSigned({ databaseUrl }: SystemAddresses, witness: string) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ events: number }>(
    `select count(*)::integer as events from event_store.events where stream not like '$%'
     and position <= (select max(position) from event_store.events where stream <> 'notary-heads')`,
  )
  await client.end()
  await vi.waitFor(async () => {
    expect((await witnessIn(witness).last())?.count).toBeGreaterThanOrEqual(rows[0]?.events ?? 0)
  }, PATIENCE)
}
