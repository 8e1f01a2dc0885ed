import { customerEvents } from '#kernel/events/customer.ts'
import { silentLogger } from '#kernel/platform/process/logger.ts'
import { readModels } from '#projections/read-models/read-models.ts'
import type { RebuildOrder } from '#projections/runtime/rebuild/order.ts'
import { rebuild } from '#projections/runtime/rebuild/rebuild.ts'
import type { Dealer } from '#test/projections/dealer.ts'
import { customerRecorded } from '#test/projections/samples.ts'

export const sourcesOf = ({ databases, eventStore, vault }: Dealer) => ({
  definition: readModels,
  databaseUrl: databases.projections,
  eventStore,
  vault,
  logger: silentLogger,
})

/** A rebuild in this process, as the command does it. */
export const rebuildOf = (dealer: Dealer, changes: Partial<RebuildOrder> = {}) =>
  rebuild(sourcesOf(dealer), {
    serving: 'read_model',
    from: 'next',
    acceptDifferences: false,
    stop: new AbortController().signal,
    watch: { enter: () => undefined, move: () => undefined },
    ...changes,
  })

export async function customersCome(dealer: Dealer, count: number, prefix = 'customer') {
  for (let n = 0; n < count; n++) {
    const customerId = `${prefix}${n}`
    await dealer.write(customerEvents, customerId, customerRecorded({ customerId }))
  }
}

export async function schemasOf(dealer: Dealer): Promise<readonly string[]> {
  const rows = await dealer.rows<{ name: string }>(
    `select nspname as name from pg_namespace where nspname like 'read_model%' order by 1`,
  )
  return rows.map(({ name }) => name)
}

export async function versionsIn(
  dealer: Dealer,
  schema = 'read_model',
): Promise<readonly string[]> {
  const rows = await dealer.rows<{ version: string }>(
    `select version from ${schema}.schema_version order by 1`,
  )
  return rows.map(({ version }) => version)
}
